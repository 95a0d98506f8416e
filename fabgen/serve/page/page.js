// The state of the page and the events of the server → what is shown. Every text is set as text, every picture is an
// image, so that nothing that a game says can run.

const TABS = {
  board: "Board", pieces: "Pieces", figures: "Figures", rulebook: "Rulebook", print: "Print sheets",
  laser: "Laser sheets", assembly: "Assembly", model: "Model", play: "Play", problems: "Problems",
};
const PAGES = ["rulebook", "print"];
const AT_ONCE = 3;
const REST = 1500; // milliseconds without a save
const SEARCHED_TABS = ["rulebook", "laser"]; // tabs whose first layout is bettered after that
const by = (id) => document.getElementById(id);
const panel = by("panel"), details = by("details"), state = by("state");

const memory = {
  read(name, otherwise) {
    try { return JSON.parse(sessionStorage.getItem(name)) ?? otherwise; } catch { return otherwise; }
  },
  write(name, value) { try { sessionStorage.setItem(name, JSON.stringify(value)); } catch { /* it is not kept then */ } },
};

const page = {
  version: 0, tab: "", zoom: memory.read("zoom", {}), scroll: {}, look: memory.read("look", {}), style: "made",
  chosen: "", model: "", window: null, problems: [], shown: 0, isSound: true, choices: [],
  pictures: new Map(), // by tab, view and style: {address, tag, former, version}
  match: memory.read("match", {position: "", line: [], orders: {}}), table: null, from: "",
};

function element(name, values = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(values)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (key === "text") made.textContent = value;
    else if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

function address(name, values = {}) {
  const query = new URLSearchParams({version: page.version, look: JSON.stringify(page.look), ...values});
  return `${name}?${query}`;
}

// Ask -----------------------------------------------------------------------------------------------------------------

let asking = new AbortController();

async function ask(name, values = {}, options = {}) {
  const response = await fetch(address(name, values), {signal: asking.signal, cache: "no-store", ...options});
  if (response.status === 422) return {problems: (await response.json()).problems};
  return response.ok ? {value: await response.json()} : {status: response.status};
}

let stream = null, isLost = false;

document.addEventListener("visibilitychange", follow);

function follow() {
  // A browser opens six connections to a server at most: only pages that are seen keep one.
  if (document.hidden) {
    stream?.close();
    stream = null;
    return;
  }
  if (stream) return;
  stream = new EventSource("events");
  stream.addEventListener("save", (event) => {
    const {version} = JSON.parse(event.data);
    if (version === page.version) return say();
    page.version = version;
    say("Reading the save", "is-busy");
    refresh();
  });
  stream.addEventListener("problems", (event) => {
    page.problems = JSON.parse(event.data).problems;
    drawTabs();
    if (page.tab === "problems") drawProblems();
    drawAlert();
    say();
  });
  stream.addEventListener("build", (event) => showBuild(JSON.parse(event.data)));
  stream.onerror = () => {
    isLost = true;
    say("The server does not answer", "is-bad");
  };
  stream.onopen = () => {
    if (isLost) page.version = 0;
    isLost = false;
  };
}

function say(text = "", kind = "") {
  const errors = page.problems.filter((problem) => problem.level === "error").length;
  const isBad = !page.isSound || errors > 0;
  const words = !page.isSound ? "The last good state is shown" : errors ? count(errors, "error") : "Up to date";
  state.textContent = text || words;
  state.className = kind || (isBad && !text ? "is-bad" : "");
  document.body.dataset.version = text ? "" : String(page.shown);
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function flash(text) {
  document.querySelector(".done")?.remove();
  const note = element("p", {class: "done", role: "status", text});
  document.body.append(note);
  setTimeout(() => note.remove(), 1800);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    flash("Copied");
  } catch {
    const area = element("textarea", {"aria-label": "To copy"});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    flash("Copied");
  }
}

// Tabs ----------------------------------------------------------------------------------------------------------------

function drawTabs() {
  const bar = by("tabs"), isFocused = bar.contains(document.activeElement);
  bar.replaceChildren(...Object.entries(TABS).map(([name, title]) => {
    const button = element("button", {
      id: `tab-${name}`, type: "button", role: "tab", "aria-controls": "panel",
      "aria-selected": String(name === page.tab), tabindex: name === page.tab ? "0" : "-1",
      onclick: () => openTab(name),
    }, title);
    const number = page.problems.length;
    if (name === "problems" && number) {
      const isBad = page.problems.some((problem) => problem.level === "error");
      button.append(element("span", {class: isBad ? "count is-bad" : "count", text: String(number)}));
    }
    return button;
  }));
  if (isFocused) by(`tab-${page.tab}`)?.focus();
}

by("tabs").addEventListener("keydown", (event) => {
  const names = Object.keys(TABS), here = names.indexOf(page.tab);
  const to = {ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: names.length - 1}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  openTab(names[(to + names.length) % names.length]);
  by(`tab-${page.tab}`).focus();
});

function openTab(name) {
  if (page.tab) page.scroll[page.tab] = window.scrollY;
  page.tab = name;
  history.replaceState(null, "", `#${name}`);
  panel.setAttribute("aria-labelledby", `tab-${name}`);
  panel.replaceChildren();
  panel.dataset.tab = name;
  closeDetails();
  setZoom(page.zoom[name] ?? 1);
  drawTabs();
  drawControls();
  refresh();
}

function setZoom(value) {
  page.zoom[page.tab] = value;
  by("zoom").value = value;
  panel.style.setProperty("--zoom", value);
  memory.write("zoom", page.zoom);
}

by("zoom").addEventListener("input", (event) => setZoom(Number(event.target.value)));
window.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  setZoom(Math.min(3, Math.max(0.4, (page.zoom[page.tab] ?? 1) - Math.sign(event.deltaY) * 0.1)));
}, {passive: false});

// Refresh -------------------------------------------------------------------------------------------------------------

async function refresh() {
  if (!page.version || !page.tab) return;
  asking.abort();
  asking = new AbortController();
  const {version, tab} = page;
  try {
    if (tab === "problems") drawProblems();
    else if (tab === "play") await refreshTable();
    else if (tab === "model") await refreshModel(version);
    else await refreshViews(version, tab);
    if (version === page.version && tab === page.tab) await refreshAbout();
  } catch (error) {
    if (error.name !== "AbortError") say("The server does not answer", "is-bad");
    return;
  }
  if (version !== page.version || tab !== page.tab) return;
  page.shown = version;
  say();
  if (SEARCHED_TABS.includes(tab)) await settle(version, tab);
}

async function settle(version, tab) {
  // The rulebook is shown in the layout of the former one, a sheet in one that is quickly found. Once nobody types any
  // more, the best is searched.
  await new Promise((resolve) => setTimeout(resolve, REST));
  const isShown = () => version === page.version && page.tab === tab;
  if (!isShown()) return;
  try {
    const {value} = await ask("settle", {tab});
    if (value?.is_changed && isShown()) await refreshViews(version, tab);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

async function refreshAbout() {
  const {value} = await ask("about");
  if (!value) return;
  document.title = `${value.title} · fabgen`;
  by("title").textContent = value.title;
  by("command").textContent = value.command;
  by("yaml").textContent = value.yaml;
  by("keep").hidden = !value.yaml;
  if (JSON.stringify(page.choices) !== JSON.stringify(value.choices)) {
    page.choices = value.choices;
    drawControls();
  }
}

async function refreshViews(version, tab) {
  const {value, problems} = await ask("views", {tab});
  if (version !== page.version || tab !== page.tab) return;
  setSound(!problems, problems);
  if (value) {
    drawViews(tab, value);
    if (page.scroll[tab]) {
      window.scrollTo(0, page.scroll[tab]);
      page.scroll[tab] = 0;
    }
    await loadPictures(version, tab);
  }
}

function setSound(isSound, problems = []) {
  page.isSound = isSound;
  page.blocking = problems;
  panel.classList.toggle("is-stale", !isSound);
  drawAlert();
}

function drawAlert() {
  const alert = by("alert");
  const problems = page.isSound ? [] : page.blocking.filter((problem) => problem.level === "error");
  alert.hidden = !problems.length || page.tab === "problems";
  alert.replaceChildren(element("ul", {}, ...problems.slice(0, 6).map((problem) => drawProblem(problem))));
}

const pictureKey = (tab, id) => `${tab} ${tab === "laser" ? page.style : ""} ${id}`;

function drawViews(tab, views) {
  const former = new Map([...panel.querySelectorAll(".card")].map((card) => [card.dataset.view, card]));
  const children = [];
  if (tab === "laser") children.push(drawStyles());
  let heading = null;
  for (const view of views) {
    if (view.heading && view.heading !== heading) {
      heading = view.heading;
      children.push(element("h2", {text: heading}));
      if (tab === "pieces" && view.words) children.push(element("p", {class: "heading-words", text: view.words}));
    }
    const card = former.get(view.id) ?? element("button", {type: "button", class: "card"});
    const words = tab === "pieces" && view.id.startsWith("moves:") ? "" : view.words;
    const isNew = !former.has(view.id);
    if (isNew) {
      card.dataset.view = view.id;
      card.append(element("span", {class: "paper"}, "…"), element("span", {class: "caption"}));
      card.addEventListener("click", () => choose(card.dataset.view));
    }
    card.classList.toggle("is-wide", view.is_wide);
    card.classList.toggle("is-page", PAGES.includes(tab));
    card.setAttribute("aria-pressed", String(page.chosen === view.id));
    card.querySelector(".caption").replaceChildren(view.title, ...(words ? [element("small", {text: words})] : []));
    card.view = view;
    children.push(card);
  }
  if (!views.length) children.push(element("p", {class: "note", text: "This game has nothing of this kind."}));
  reconcile(panel, children);
  for (const card of panel.querySelectorAll(".card")) showPicture(tab, card);
}

function reconcile(parent, children) {
  // Cards that stay are not moved, so that scroll and focus survive.
  let next = parent.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

function drawStyles() {
  const buttons = [["made", "As cut"], ["lines", "Lines of the laser"]].map(([style, words]) => element("button", {
    type: "button", "aria-pressed": String(page.style === style), text: words,
    onclick: () => { page.style = style; closeDetails(); refresh(); },
  }));
  return element("div", {class: "segments"}, ...buttons);
}

function showPicture(tab, card) {
  const known = page.pictures.get(pictureKey(tab, card.dataset.view));
  if (!known) return;
  card.dataset.tag = known.tag;
  const paper = card.querySelector(".paper"), image = paper.querySelector("img");
  if (image?.src === known.address) return;
  paper.replaceChildren(element("img", {src: known.address, alt: card.view.title}));
}

async function loadPictures(version, tab) {
  // Those in the window first, then the others from the top.
  const cards = [...panel.querySelectorAll(".card")];
  const distance = (card) => {
    const box = card.getBoundingClientRect();
    return box.bottom < 0 ? 1e6 - box.bottom : box.top > innerHeight ? box.top : 0;
  };
  const places = new Map(cards.map((card, number) => [card, distance(card) * 1e4 + number]));
  const waiting = cards.sort((a, b) => places.get(a) - places.get(b));
  const next = async () => {
    while (waiting.length) await loadPicture(version, tab, waiting.shift());
  };
  await Promise.all(Array.from({length: AT_ONCE}, next));
}

async function loadPicture(version, tab, card) {
  const key = pictureKey(tab, card.dataset.view), known = page.pictures.get(key);
  const headers = known ? {"If-None-Match": known.tag} : {};
  const values = {tab, view: card.dataset.view, style: page.style};
  const response = await fetch(address("picture", values), {signal: asking.signal, headers, cache: "no-store"});
  if (version !== page.version || tab !== page.tab) return;
  if (response.status === 422) {
    setSound(false, (await response.json()).problems);
    return;
  }
  if (response.status === 304) { known.version = version; return; }
  if (!response.ok) return;
  const made = {address: URL.createObjectURL(await response.blob()), tag: response.headers.get("etag"), version,
                former: known?.address ?? "", tab};
  const image = new Image();
  image.src = made.address;
  try { await image.decode(); } catch { /* the card shows its title */ }
  if (known?.former) URL.revokeObjectURL(known.former);
  page.pictures.set(key, made);
  showPicture(tab, card);
  if (known) {
    card.classList.remove("is-new");
    void card.offsetWidth;
    card.classList.add("is-new");
  }
  if (card.dataset.view === page.chosen && (known || !details.querySelector("img, svg"))) drawDetails(card.view);
}

// Details -------------------------------------------------------------------------------------------------------------

function choose(id) {
  if (page.chosen === id) return closeDetails();
  page.chosen = id;
  for (const card of panel.querySelectorAll(".card")) card.setAttribute("aria-pressed", String(card.dataset.view === id));
  const card = [...panel.querySelectorAll(".card")].find((other) => other.dataset.view === id);
  if (card) drawDetails(card.view);
}

function closeDetails() {
  page.chosen = "";
  details.hidden = true;
  details.replaceChildren();
  for (const card of panel.querySelectorAll(".card")) card.setAttribute("aria-pressed", "false");
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape" && page.chosen) closeDetails(); });

async function drawDetails(view) {
  const known = page.pictures.get(pictureKey(page.tab, view.id));
  const stack = element("div", {class: "stack"});
  if (known) stack.append(element("img", {src: known.address, alt: view.title}));
  const parts = [
    element("div", {class: "head"}, element("h3", {text: view.title}),
            element("button", {type: "button", "aria-label": "Close", text: "×", onclick: closeDetails})),
    view.words ? element("p", {class: "note", text: view.words}) : "", stack,
  ];
  if (known?.former) {
    stack.append(element("img", {class: "former", src: known.former, alt: "before the last change"}));
    const slider = element("input", {type: "range", min: "0", max: "100", value: "0", "aria-label": "Before the last change"});
    slider.addEventListener("input", () => stack.style.setProperty("--before", `${slider.value}%`));
    parts.push(element("div", {class: "row"}, "After", slider, "Before"));
  }
  if (page.tab === "laser") {
    parts.push(element("button", {type: "button", text: "Play the order of cuts", onclick: () => playOrder(view)}));
  }
  details.replaceChildren(...parts.filter(Boolean));
  details.hidden = false;
  if (view.place?.line) await showSource(view.place, details, () => page.chosen === view.id);
  if (view.id.startsWith("figure:")) await drawSpots(view, stack);
}

async function showSource(place, parent, isWanted = () => true) {
  // The lines of a place below what it belongs to, and two ways into an editor.
  const {value} = await ask("source", {file: place.file, line: place.line}).catch(() => ({}));
  if (!value || !isWanted()) return;
  parent.querySelector(".lines")?.remove();
  const lines = value.lines.map((line, number) => element("span", {}, element("i", {text: String(value.first + number)}), line));
  const words = `${value.file}, line ${value.first}`;
  const open = async () => {
    const body = JSON.stringify({file: value.file, line: value.first});
    const {problems, status} = await ask("open", {}, {method: "POST", body, signal: null});
    flash(problems?.[0].what ?? (status ? "This file cannot be opened" : "Opened in your editor"));
  };
  parent.append(element("div", {class: "lines"},
    element("p", {class: "row"}, words,
      value.link ? element("a", {href: value.link, text: "Visual Studio Code"}) : "",
      value.has_editor ? element("button", {type: "button", text: "Open in the editor", onclick: open}) : ""),
    element("code", {class: "source"}, ...lines)));
}

async function drawSpots(view, stack) {
  // Over a figure lie its zones and pieces, unseen until they are pointed at.
  const {value} = await ask("spots", {view: view.id}).catch(() => ({}));
  const image = stack.querySelector("img");
  if (!value?.spots.length || page.chosen !== view.id || !image) return;
  const namespace = "http://www.w3.org/2000/svg";
  const layer = document.createElementNS(namespace, "svg");
  layer.setAttribute("viewBox", `0 0 ${value.width} ${value.height}`);
  layer.classList.add("spots");
  for (const spot of value.spots) {
    const path = document.createElementNS(namespace, "path"), title = document.createElementNS(namespace, "title");
    path.setAttribute("d", spot.outline);
    path.setAttribute("tabindex", "0");
    path.setAttribute("role", "button");
    path.setAttribute("aria-label", `${spot.title}: its lines`);
    title.textContent = spot.title;
    path.append(title);
    const choose = () => {
      for (const other of layer.children) other.classList.toggle("is-chosen", other === path);
      showSource(spot.place, details, () => page.chosen === view.id);
    };
    path.addEventListener("click", choose);
    path.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose();
    });
    layer.append(path);
  }
  image.after(layer);
}

async function playOrder(view) {
  const {value} = await ask("steps", {sheet: view.id.replace("sheet:", "")});
  const stack = details.querySelector(".stack");
  if (!value || page.chosen !== view.id) return;
  const namespace = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(namespace, "svg");
  picture.setAttribute("viewBox", `0 0 ${value.width} ${value.height}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", "The sheet as it is cut, step by step");
  const width = Math.max(value.width, value.height) / 400;
  const paths = value.steps.map((step) => {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", step.path);
    path.setAttribute("stroke-width", width);
    picture.append(path);
    return path;
  });
  const slider = element("input", {type: "range", min: "0", max: String(paths.length), value: "0", "aria-label": "Step"});
  const words = element("p", {class: "note"});
  const show = (number) => {
    paths.forEach((path, n) => {
      const step = value.steps[n], isDone = n < number;
      path.setAttribute("stroke", step.is_area ? "none" : isDone ? step.colour : "#d5dade");
      path.setAttribute("fill", step.is_area ? (isDone ? step.colour : "#e8ebed") : "none");
    });
    const step = value.steps[number - 1];
    words.textContent = step ? `${number} of ${paths.length}: ${step.operation}, ${step.part}` : `${paths.length} steps`;
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  let timer = 0;
  const button = element("button", {type: "button", text: "Play"});
  button.addEventListener("click", () => {
    clearInterval(timer);
    if (Number(slider.value) >= paths.length) slider.value = 0;
    const stride = Math.max(1, Math.round(paths.length / 300));
    timer = setInterval(() => {
      if (!slider.isConnected || Number(slider.value) >= paths.length) return clearInterval(timer);
      slider.value = Number(slider.value) + stride;
      show(Number(slider.value));
    }, 50);
  });
  stack.replaceChildren(picture);
  stack.after(element("div", {class: "row"}, button, slider), words);
  show(0);
}

// Problems ------------------------------------------------------------------------------------------------------------

function drawProblem(problem) {
  const place = [problem.file, problem.line ? `line ${problem.line}` : "", problem.key ? `(${problem.key})` : ""]
    .filter(Boolean).join(", ").replace(", (", " (");
  const item = element("li", {class: `problem is-${problem.level}`});
  const toggle = () => {
    const lines = item.querySelector(".lines");
    if (lines) lines.remove();
    else showSource(problem, item);
  };
  const show = problem.line && problem.file ? element("button", {type: "button", class: "small", text: "Lines", onclick: toggle}) : "";
  item.append(
    place ? element("div", {class: "place"}, problem.link ? element("a", {href: problem.link, text: place}) : place, " ", show) : "",
    element("div", {}, element("b", {text: problem.level[0].toUpperCase() + problem.level.slice(1)}), `: ${problem.what}`),
    problem.hint ? element("div", {class: "hint", text: problem.hint}) : "");
  return item;
}

function drawProblems() {
  setSound(true);
  const rank = {error: 0, warning: 1, notice: 2};
  const problems = [...page.problems].sort((a, b) => rank[a.level] - rank[b.level]);
  panel.replaceChildren(problems.length
    ? element("ul", {class: "problems"}, ...problems.map(drawProblem))
    : element("p", {class: "note", text: "Nothing is wrong: diagrams and examples agree with the rules."}));
}

// Options -------------------------------------------------------------------------------------------------------------

by("look-button").addEventListener("click", () => {
  by("look").hidden = !by("look").hidden;
  by("look-button").setAttribute("aria-expanded", String(!by("look").hidden));
});
by("look").addEventListener("submit", (event) => event.preventDefault());
by("copy-command").addEventListener("click", () => copy(by("command").textContent));
by("copy-yaml").addEventListener("click", () => copy(by("yaml").textContent));
by("reset-look").addEventListener("click", () => setLook({}));

function setLook(look) {
  page.look = look;
  memory.write("look", look);
  drawControls();
  say("Making it with these options", "is-busy");
  refresh();
}

function drawControls() {
  const focused = document.activeElement?.name;
  const groups = new Map([["", element("div", {class: "controls"})]]), opened = openGroups();
  for (const choice of page.choices) {
    if (!groups.has(choice.group)) groups.set(choice.group, drawGroup(choice.group, opened));
    const group = groups.get(choice.group);
    (group.querySelector(".controls") ?? group).append(drawControl(choice));
  }
  by("controls").replaceChildren(...groups.values());
  if (focused) by("controls").querySelector(`[name="${focused}"]`)?.focus();
}

const openGroups = () => new Set([...by("controls").querySelectorAll("details[open]")].map((group) => group.dataset.group));

function drawGroup(name, opened) {
  const number = page.choices.filter((choice) => choice.group === name).length;
  return element("details", {"data-group": name, open: opened.has(name)},
    element("summary", {text: `${name} (${number})`}), element("div", {class: "controls"}));
}

function drawControl(choice) {
  const value = page.look[choice.name] ?? "";
  const set = (text) => {
    const look = {...page.look, [choice.name]: text.trim()};
    if (!look[choice.name]) delete look[choice.name];
    setLook(look);
  };
  const control = choice.words.length
    ? element("select", {name: choice.name}, element("option", {value: "", text: "as it is"}),
              ...choice.words.map((word) => element("option", {value: word, text: word})))
    : element("input", {type: "text", name: choice.name, placeholder: choice.example, maxlength: "60", autocomplete: "off"});
  control.value = value;
  control.title = choice.help;
  control.addEventListener("change", () => set(control.value));
  const kind = choice.tabs.includes(page.tab) ? "" : "is-elsewhere";
  if (!choice.slider) return element("label", {class: kind}, choice.label, control);
  return element("div", {class: `slid ${kind}`}, element("label", {}, choice.label, control), drawSlider(choice, control, set));
}

function drawSlider(choice, control, set) {
  const [min, max, step] = choice.slider;
  const slider = element("input", {type: "range", name: `${choice.name}-slider`, min: String(min), max: String(max),
                                   step: String(step), "aria-label": `${choice.label} in mm`});
  slider.value = parseFloat(control.value || choice.example);
  let timer = 0;
  slider.addEventListener("input", () => {
    control.value = `${slider.value} mm`;
    clearTimeout(timer);
    timer = setTimeout(() => set(control.value), 150);
  });
  return slider;
}

// Keep ----------------------------------------------------------------------------------------------------------------

const change = {dialog: by("change"), tag: "", names: []};

by("keep-button").addEventListener("click", async () => {
  const {value, problems} = await ask("change", {}, {signal: null});
  if (problems) return setSound(false, problems);
  if (!value) return flash("The game was saved meanwhile: try again");
  change.tag = value.tag;
  change.names = page.choices.filter((choice) => choice.key.length && choice.name in page.look).map((choice) => choice.name);
  by("change-title").textContent = value.lines.length ? `Keep this in ${value.file}?` : `${value.file} says so already`;
  const signs = {old: "−", new: "+", same: " "};
  by("change-lines").replaceChildren(...value.lines.map((line) => element("span", {class: `is-${line.kind}`},
    element("i", {text: String(line.number)}), `${signs[line.kind]} ${line.text}`)));
  by("change-refusal").hidden = true;
  by("write-change").hidden = !value.lines.length;
  change.dialog.showModal();
});

by("cancel-change").addEventListener("click", () => change.dialog.close());

by("write-change").addEventListener("click", async () => {
  const {value, problems} = await ask("keep", {}, {method: "POST", body: JSON.stringify({tag: change.tag}), signal: null});
  if (!value) {
    by("change-refusal").hidden = false;
    by("change-refusal").textContent = problems ? problems.map((problem) => [problem.what, problem.hint].filter(Boolean).join(": ")).join("; ")
      : "The game was saved meanwhile, and nothing was written: cancel, and look again";
    return;
  }
  change.dialog.close();
  flash(`Kept in ${value.file}`);
  const look = {...page.look};
  for (const name of change.names) delete look[name];
  setLook(look);
});

// Build ---------------------------------------------------------------------------------------------------------------

by("build-button").addEventListener("click", async () => {
  const origin = new AbortController();
  const {value, problems} = await ask("build", {}, {method: "POST", signal: origin.signal});
  if (value) showBuild(value);
  else if (problems) setSound(false, problems);
});

function showBuild(build) {
  const button = by("build-button"), isRunning = build.state === "running";
  button.disabled = isRunning;
  button.textContent = isRunning ? `Building: ${build.step} …` : "Build all";
  by("download").hidden = build.state !== "built";
  by("download").setAttribute("download", "");
  if (build.state === "failed") {
    by("alert").hidden = false;
    by("alert").replaceChildren(element("p", {text: "The build was refused:"}),
      element("ul", {}, ...build.notes.map((note) => element("li", {class: "hint", text: note}))));
  }
}

// Model ---------------------------------------------------------------------------------------------------------------

const EYES = {"From the table": [25, 60], "From the owner's seat": [0, 45], "From above": [0, 0]}; // degrees: around, down

async function refreshModel(version) {
  // The window stays from save to save, and with it the eye.
  const {value, problems} = await ask("views", {tab: "model"});
  if (version !== page.version || page.tab !== "model") return;
  setSound(!problems, problems);
  if (!value) return;
  if (!value.some((view) => view.id === page.model)) page.model = value[0].id;
  const stage = panel.querySelector(".stage") ?? drawStage();
  stage.querySelector(".things").replaceChildren(...value.map((view) => element("button", {
    type: "button", "aria-pressed": String(view.id === page.model), title: view.words, text: view.title,
    onclick: () => { page.model = view.id; refresh(); },
  })));
  await loadModel(version, stage, value.find((view) => view.id === page.model));
}

function drawStage() {
  page.window?.close();
  page.window = null;
  const eyes = Object.entries(EYES).map(([text, eye]) => button(text, () => page.window?.look(...eye)));
  const stage = element("div", {class: "stage"}, element("div", {class: "things choices"}), element("div", {class: "window"}),
    element("p", {class: "note", role: "status"}),
    element("div", {class: "row"}, ...eyes, element("a", {class: "button", hidden: true, text: "Save as GLB"})));
  panel.replaceChildren(stage);
  return stage;
}

async function loadModel(version, stage, view) {
  const response = await fetch(address("picture", {tab: "model", view: view.id}), {signal: asking.signal, cache: "no-store"});
  if (version !== page.version || page.tab !== "model") return;
  if (response.status === 422) return setSound(false, (await response.json()).problems);
  const tag = response.headers.get("etag"), link = stage.querySelector("a");
  if (!response.ok || stage.dataset.tag === tag) return;
  const note = stage.querySelector(".note"), former = link.href, source = URL.createObjectURL(await response.blob());
  Object.assign(link, {href: source, hidden: false, download: `${view.title}.glb`});
  try {
    const {ModelWindow} = await import("./model.js");
    page.window ??= new ModelWindow(stage.querySelector(".window"));
    await page.window.load(source, view.title, stage.dataset.view === view.id);
    Object.assign(stage.dataset, {tag, view: view.id});
    const [width, height, depth] = page.window.size().map((metres) => (metres * 1000).toFixed(1));
    note.textContent = `${view.words ? `${view.words}, ` : ""}${width} × ${depth} mm, ${height} mm high`;
  } catch {
    note.textContent = "This browser cannot draw it (it needs WebGL 2). Other programs can open the file.";
  }
  if (former) URL.revokeObjectURL(former);
}

// Play ----------------------------------------------------------------------------------------------------------------

async function refreshTable(decision = {}, match = page.match) {
  // A match is kept only once the server could read it.
  const {version, tab} = page;
  const body = JSON.stringify({...match, ...decision});
  const {value, problems, status} = await ask("play", {}, {method: "POST", body});
  if (version !== page.version || tab !== page.tab || status === 409) return;
  const silence = {level: "error", what: status === 413 ? "this match is too long" : "the server gave no answer"};
  setSound(Boolean(value), problems ?? [silence]);
  if (!value) {
    if (!panel.querySelector(".play")) panel.replaceChildren(element("div", {class: "play"}, drawWayBack()));
    return;
  }
  page.table = value;
  page.match = {position: match.position, line: value.line, orders: value.orders, viewer: match.viewer ?? ""};
  memory.write("match", page.match);
  const ground = URL.createObjectURL(new Blob([value.ground], {type: "image/svg+xml"}));
  await Promise.all(Object.keys(value.icons).map((name) => loadIcon(version, name)));
  if (version !== page.version || tab !== page.tab) return;
  page.from = "";
  drawTable(ground);
}

async function loadIcon(version, name) {
  const key = `icon ${name}`, known = page.pictures.get(key);
  if (known?.version === version) return;
  const values = {tab: "pieces", view: `figure:piece:${name}`, style: "clear"};
  const headers = known ? {"If-None-Match": known.tag} : {};
  const response = await fetch(address("picture", values), {signal: asking.signal, headers, cache: "no-store"});
  if (response.status === 304) { known.version = version; return; }
  if (!response.ok) return;
  if (known) URL.revokeObjectURL(known.address);
  page.pictures.set(key, {address: URL.createObjectURL(await response.blob()), tag: response.headers.get("etag"), version});
}

function drawTable(ground) {
  const {table} = page;
  const board = element("div", {class: "table"});
  board.style.setProperty("--ratio", table.ratio);
  const image = element("img", {class: "ground", src: ground, alt: table.position, draggable: false});
  image.addEventListener("load", () => URL.revokeObjectURL(ground));
  board.append(image);
  for (const [name, cell] of Object.entries(table.cells)) {
    const pieces = table.pieces.filter((piece) => piece.cell === name);
    const words = [name, ...pieces.map((piece) => `${table.players[piece.player]} ${table.names[piece.kind]}`)].join(", ");
    const button = element("button", {type: "button", class: "cell", "aria-label": words, "data-cell": name});
    button.style.left = `${100 * cell.middle[0]}%`;
    button.style.top = `${100 * cell.middle[1]}%`;
    button.style.width = `${100 * table.side}%`;
    button.style.aspectRatio = "1";
    // Pieces that share a cell lie beside each other; those of a tower on each other, the lowest first.
    const height = table.towers[name] ?? 0, step = height ? Math.min(0.12, 0.4 / height) : 0.12;
    (height ? [...pieces].reverse() : pieces).forEach((piece, number) => {
      const kind = `${piece.player}-${piece.kind}`, box = table.icons[kind];
      const icon = element("img", {src: page.pictures.get(`icon ${kind}`)?.address ?? "", alt: "", draggable: false});
      // A space of a map that has room for several pieces says where each of them is, and how large.
      const [right, below, share] = piece.spot ?? [0, 0, 1], spread = height || piece.spot ? 0 : number * step;
      const across = right + spread, down = height ? ((height - 1) / 2 - number) * step : below + spread;
      icon.style.left = `${100 * (0.5 + share * box[0] + across)}%`;
      icon.style.top = `${100 * (0.5 + share * box[1] + down)}%`;
      icon.style.width = `${100 * share * box[2]}%`;
      button.append(icon);
    });
    if (height) button.append(element("span", {class: "height", text: String(height)}));
    button.tabIndex = pieces.length || startsAt(name).length ? 0 : -1;
    button.addEventListener("click", (event) => { if (event.detail === 0) pick(name); });
    board.append(button);
  }
  board.addEventListener("pointerdown", (event) => startDrag(event, board));
  panel.replaceChildren(element("div", {class: "play"}, board, drawSide()));
}

const startsAt = (cell) => page.table.actions.filter((action) => action.cells[0] === cell);

function pick(cell) {
  const {table} = page;
  if (page.from && page.from !== cell) return attempt(page.from, cell);
  if (page.from === cell) { page.from = ""; return mark(); }
  const single = startsAt(cell).filter((action) => action.cells.length === 1);
  const isFull = table.pieces.some((piece) => piece.cell === cell);
  if (single.length && (!isFull || single.length === startsAt(cell).length)) return offer(single);
  page.from = cell;
  mark();
}

function mark() {
  const targets = new Set(page.from ? startsAt(page.from).map((action) => action.cells.at(-1)) : []);
  for (const button of panel.querySelectorAll(".cell")) {
    const name = button.dataset.cell, isTarget = targets.has(name) && name !== page.from;
    button.classList.toggle("is-chosen", name === page.from);
    button.classList.toggle("is-target", isTarget);
    button.classList.toggle("is-full", isTarget && page.table.pieces.some((piece) => piece.cell === name));
    if (isTarget) button.tabIndex = 0;
  }
}

function attempt(from, to) {
  const {table} = page;
  const actions = startsAt(from).filter((action) => action.cells.at(-1) === to && action.cells.length > 1);
  page.from = "";
  mark();
  if (actions.length > 1) return offer(actions);
  if (actions.length) return decide(actions[0].text);
  const isFull = table.pieces.some((piece) => piece.cell === to);
  return decide(`${from}${isFull ? "x" : "-"}${to}`);
}

async function decide(text) {
  if (!page.table.is_playable) {
    flash("This game has no rules of play yet: only movements are shown");
    return;
  }
  try { await refreshTable({player: page.table.player, text}); } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
  say();
}

function offer(actions) {
  const list = panel.querySelector(".offer");
  list.replaceChildren(element("p", {text: "Which of these?"}),
    element("div", {class: "choices"}, ...actions.map((action) => element("button", {
      type: "button", text: action.text, onclick: () => decide(action.text)}))));
  list.querySelector("button").focus();
}

function startDrag(event, board) {
  const button = event.target.closest(".cell");
  if (!button || event.button !== 0) return;
  const from = button.dataset.cell, icon = button.querySelector("img:last-of-type");
  const former = page.from, {clientX, clientY} = event;
  let isMoved = false;
  const move = (moved) => {
    const dx = moved.clientX - clientX, dy = moved.clientY - clientY;
    if (!isMoved && Math.hypot(dx, dy) < 5) return;
    if (!isMoved) { page.from = icon ? from : ""; mark(); }
    isMoved = true;
    if (icon) { icon.style.transform = `translate(${dx}px, ${dy}px)`; icon.classList.add("is-carried"); button.style.zIndex = 5; }
  };
  const end = (ended) => {
    board.removeEventListener("pointermove", move);
    board.removeEventListener("pointerup", end);
    board.removeEventListener("pointercancel", end);
    if (icon) { icon.style.transform = ""; icon.classList.remove("is-carried"); button.style.zIndex = ""; }
    if (!isMoved) { page.from = former; pick(from); return; }
    const target = nearestCell(board, ended.clientX, ended.clientY);
    page.from = "";
    mark();
    if (icon && target && target !== from) attempt(from, target);
  };
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", end);
  board.addEventListener("pointercancel", end);
  board.setPointerCapture(event.pointerId);
}

function nearestCell(board, x, y) {
  const box = board.getBoundingClientRect();
  const point = [(x - box.x) / box.width, (y - box.y) / box.height];
  const reach = ([, cell]) => Math.hypot((cell.middle[0] - point[0]) * page.table.ratio, cell.middle[1] - point[1]);
  const [best] = Object.entries(page.table.cells).sort((a, b) => reach(a) - reach(b));
  return best && reach(best) < page.table.side * page.table.ratio ? best[0] : "";
}

const button = (text, onclick, disabled = false) => element("button", {type: "button", text, onclick, disabled});
const startAgain = () => button("Start again", () => resume(matchFrom("")));
const matchFrom = (position) => ({position, line: [], orders: {}, viewer: page.match.viewer ?? ""});

async function resume(match) {
  try { await refreshTable({}, match); } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
  say();
}

function drawPositionField(position, ...buttons) {
  const area = element("textarea", {"aria-label": "Position", spellcheck: "false"});
  area.value = position;
  return element("div", {}, area,
    element("div", {class: "row"}, button("Set this position", () => resume(matchFrom(area.value))), ...buttons));
}

function drawWayBack() {
  // What stands beside the board where there is no board: the match that was kept cannot be read.
  return element("div", {class: "board-side"}, element("h3", {text: "No board can be shown"}),
    element("div", {class: "row"}, startAgain()), drawPositionField(page.match.position));
}

function drawSide() {
  const {table, match} = page;
  const who = table.outcome || (table.waiting.length ? `${table.waiting.map((name) => table.players[name]).join(" and ")} to decide` : "");
  const undo = () => {
    const orders = Object.entries(match.orders);
    // Rolls are not taken back by themselves: the player who decides again has the same roll.
    const decided = match.line.findLastIndex((line) => !line.startsWith("dice: "));
    return resume(orders.length ? {...match, orders: Object.fromEntries(orders.slice(0, -1))}
      : {...match, line: match.line.slice(0, decided < 0 ? undefined : decided)});
  };
  const others = table.actions.filter((action) => !action.cells.length);
  const parts = [
    element("h3", {text: table.is_playable ? who : "How the pieces move"}),
    Object.keys(table.viewers).length ? drawViewers() : "",
    table.revealed.length ? element("p", {class: "note", role: "status", text: `Revealed: ${table.revealed.join(", ")}`}) : "",
    table.refusal ? element("p", {class: "refusal", role: "alert", text: table.refusal}) : "",
    Object.keys(table.orders).length
      ? element("p", {class: "note", text: `Decided: ${Object.keys(table.orders).map((name) => table.players[name]).join(", ")}`}) : "",
    element("div", {class: "offer"}),
    others.length ? element("div", {class: "choices"}, ...others.map((action) => button(action.text, () => decide(action.text)))) : "",
    element("div", {class: "row"},
      table.is_playable ? button("Undo", undo, !table.line.length && !Object.keys(table.orders).length) : "", startAgain()),
    table.line.length ? element("ol", {}, ...table.seen_line.map((line) => element("li", {text: line}))) : "",
    drawPositionField(table.position, button("Copy position", () => copy(table.position))),
    table.is_playable ? button("Copy as a worked example", () => copy(exampleText())) : "",
    table.actions.length ? element("details", {}, element("summary", {text: `${count(table.actions.length, "action")} here`}),
      element("div", {class: "choices"}, ...table.actions.slice(0, 300).map((action) => button(action.text, () => decide(action.text))))) : "",
  ];
  return element("div", {class: "board-side"}, ...parts);
}

function drawViewers() {
  // Who looks at the board, in a game that hides something from players.
  const {table, match} = page;
  const select = element("select", {}, ...Object.entries(table.viewers).map(([value, text]) =>
    element("option", {value, text, selected: value === table.viewer})));
  select.addEventListener("change", () => resume({...match, viewer: select.value}));
  return element("label", {class: "viewers", text: "Seen by "}, select);
}

function exampleText() {
  const {match, table} = page;
  const lines = ["  - id: my-example", "    title: What happens here"];
  if (match.position.trim()) lines.push(`    position: ${JSON.stringify(match.position.trim().replace(/\s+/g, " "))}`);
  if (table.line.length) lines.push("    line: |", ...table.line.map((line) => `      ${line}`));
  if (!table.line.length && !match.position.trim()) lines.push(`    position: ${JSON.stringify(table.position)}`);
  const texts = table.actions.filter((action) => action.player === table.player).map((action) => action.text);
  if (texts.length) lines.push(`    legal: ${JSON.stringify(texts.slice(0, 1))}`);
  return `${lines.join("\n")}\n`;
}

const wanted = location.hash.slice(1);
openTab(wanted in TABS ? wanted : "board");
follow();
