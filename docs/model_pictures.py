"""A model as GLB → a picture of it, as the Model tab of `fabgen serve` draws it, in headless Chromium."""

from __future__ import annotations

import base64
import io
import shutil
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

from chromium import Browser, find_chromium  # noqa: E402

TABLE = "radial-gradient(ellipse at 45% 35%, #6d5a4b, #43362d 75%)"  # dark wood under the model, lit from the left
VIEWER = ROOT / "fabgen" / "serve" / "page" / "model.js"
PAGE = """<!doctype html><title>Model</title>
<body style="margin:0"><div id="window" style="width:{width}px;height:{height}px;background:{table}"></div>
<script type="module">
import {{ModelWindow}} from "./model.js";
const view = new ModelWindow(document.getElementById("window"));
view.look({around}, {down});
await view.load("game.glb", "", false);
document.title = "shown";
</script>
"""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *words: object) -> None:
        """Nothing."""


def draw_model(glb: Path, width: int, height: int, around: float = 25, down: float = 60) -> Image.Image:
    """The picture, in pixels; the eye stands `around` degrees about the upright axis and `down` from the zenith."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copyfile(VIEWER, folder / "model.js")
        shutil.copyfile(glb, folder / "game.glb")
        html = PAGE.format(width=width, height=height, table=TABLE, around=around, down=down)
        (folder / "index.html").write_text(html, "utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=name))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with Browser(find_chromium()) as browser, browser.open_page(
                    f"http://127.0.0.1:{server.server_port}/", width=width, height=height) as page:
                page.wait_for("document.title === 'shown'", 120)
                data = page.send("Page.captureScreenshot", format="png")["data"]
        finally:
            server.shutdown()
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
