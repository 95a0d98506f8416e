// A model as GLB → the model in a window, turned with the mouse, a finger or the arrow keys. The scene is drawn anew
// only when something has changed. Bundled with three.js (MIT) into fabgen/serve/page/model.js: `npm run model`.

import {
  Box3, DirectionalLight, Group, Mesh, MOUSE, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, PlaneGeometry,
  PMREMGenerator, Scene, ShadowMaterial, Spherical, Vector3, WebGLRenderer,
} from "three";
import {OrbitControls} from "three/addons/controls/OrbitControls.js";
import {RoomEnvironment} from "three/addons/environments/RoomEnvironment.js";
import {GLTFLoader} from "three/addons/loaders/GLTFLoader.js";

const FIELD = 15; // degrees: as from far, with little perspective
const FILL = 0.92; // how much of the window the model fills
const STEP = 0.12; // radians that an arrow key turns
const SHADOW = 2048; // pixels
const SHARPNESS = 2; // pixels drawn for one of the screen, so that engraved lines are whole
const LAMPS = [[0.1, 0.1], [-0.14, 0.06], [0.03, -0.14]]; // beside the lamp: shadows soften away from what casts them
const LAMP = [-0.55, 1.25, 0.55], LAMP_LIGHT = 1.9;

// What the surface of a part looks like, in its own millimetres; its faces lie across z, its cut edges along it.
const LOCAL = `
varying vec3 vAt;
varying vec3 vAcross;
`;
const GRAIN = `
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p), u = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), u.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), u.x), u.y);
}
`;
const SURFACES = {
  // Grain along x on the faces; edges are brown from the beam, with the plies as lines.
  plywood: `
    float edge = step(abs(vAcross.z), 0.5);
    float wave = 7.0 * noise(vAt.xy * vec2(0.006, 0.03));
    float rings = noise(vec2(vAt.x * 0.012, vAt.y * 0.42 + wave)), pores = noise(vAt.xy * vec2(0.09, 3.1));
    vec3 face = diffuseColor.rgb * (0.86 + 0.2 * rings + 0.08 * pores);
    vec3 burnt = diffuseColor.rgb * vec3(0.36, 0.27, 0.2) * (0.85 + 0.3 * step(0.5, fract(vAt.z / 1.2)));
    diffuseColor.rgb = mix(face, burnt, edge);`,
  MDF: `
    float fibre = noise(vAt.xy * 1.3) + noise(vAt.xy * 5.1);
    vec3 face = diffuseColor.rgb * vec3(0.8, 0.72, 0.62) * (0.94 + 0.06 * fibre);
    diffuseColor.rgb = mix(face, face * vec3(0.42, 0.34, 0.28), step(abs(vAcross.z), 0.5));`,
  // A cut edge of acrylic gathers light.
  acrylic: `
    float edge = step(abs(vAcross.z), 0.5);
    float pale = dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722));
    diffuseColor.rgb = mix(diffuseColor.rgb, diffuseColor.rgb * (1.4 - 0.62 * pale) + 0.05 * (1.0 - pale), edge);
    diffuseColor.a = mix(diffuseColor.a, min(1.0, diffuseColor.a * 2.6), edge);`,
};

function finish(material) {
  const surface = SURFACES[material.name.split(" ")[0]];
  if (!surface || material.userData.isFinished) return;
  material.userData.isFinished = true;
  material.customProgramCacheKey = () => surface;
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace("#include <common>", `#include <common>${LOCAL}`)
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvAt = position; vAcross = normal;");
    shader.fragmentShader = shader.fragmentShader.replace("#include <common>", `#include <common>${LOCAL}${GRAIN}`)
      .replace("#include <color_fragment>", `#include <color_fragment>${surface}`);
  };
}

export class ModelWindow {
  constructor(parent) {
    // Throws where the browser has no WebGL 2.
    this.renderer = new WebGLRenderer({antialias: true, alpha: true, preserveDrawingBuffer: true});
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 0.88;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // the lamps and the model stand still
    this.scene = new Scene();
    const room = new PMREMGenerator(this.renderer);
    this.scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
    this.scene.environmentIntensity = 0.42;
    room.dispose();
    this.camera = new PerspectiveCamera(FIELD, 1, 0.001, 100);
    this.lamps = LAMPS.map(() => {
      const light = new DirectionalLight("#fff4e6", LAMP_LIGHT / LAMPS.length);
      light.castShadow = true;
      light.shadow.mapSize.set(SHADOW, SHADOW);
      light.shadow.radius = 3;
      return light;
    });
    this.ground = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({opacity: 0.5}));
    this.ground.receiveShadow = true;
    this.ground.rotation.x = -Math.PI / 2;
    this.model = new Group();
    this.scene.add(this.model, ...this.lamps, ...this.lamps.map((lamp) => lamp.target), this.ground);
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    parent.append(canvas);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxPolarAngle = Math.PI;
    this.controls.mouseButtons = {LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN};
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => { this.isTurned = true; });
    canvas.addEventListener("keydown", (event) => this.turnByKey(event));
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(parent);
    this.parent = parent;
    this.eye = [25, 60];
  }

  // Shows a model from an address instead of the one that is shown; the eye stays where it is if `isSame`.
  async load(source, title, isSame) {
    const {scene} = await new GLTFLoader().loadAsync(source);
    for (const node of this.model.children.slice()) {
      node.traverse((child) => { child.geometry?.dispose(); child.material?.dispose(); });
      this.model.remove(node);
    }
    scene.traverse((child) => {
      if (!child.isMesh) return;
      finish(child.material);
      child.castShadow = child.material.opacity > 0.5 && !child.name.endsWith("marks");
      child.receiveShadow = true;
      if (child.name.endsWith("marks")) { // they lie on their face by less than the depth of a pixel
        Object.assign(child.material, {polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -16});
        child.renderOrder = 1;
      }
    });
    this.model.add(scene);
    this.renderer.domElement.setAttribute("aria-label", title);
    this.box = new Box3().setFromObject(this.model);
    this.prepareLight();
    if (isSame) this.draw();
    else this.look(...this.eye);
  }

  // Width, height and depth of the model in metres.
  size() {
    return this.box ? this.box.getSize(new Vector3()).toArray() : null;
  }

  prepareLight() {
    const middle = this.box.getCenter(new Vector3()), size = this.box.getSize(new Vector3());
    const reach = size.length() / 2;
    this.lamps.forEach((lamp, number) => {
      const [aside, ahead] = LAMPS[number], camera = lamp.shadow.camera;
      lamp.position.copy(middle).add(new Vector3(LAMP[0] + aside, LAMP[1], LAMP[2] + ahead).multiplyScalar(reach * 2));
      lamp.target.position.copy(middle);
      Object.assign(camera, {left: -reach, right: reach, top: reach, bottom: -reach, near: reach * 0.5, far: reach * 6});
      camera.updateProjectionMatrix();
      lamp.shadow.normalBias = reach * 0.002;
    });
    this.ground.scale.setScalar(reach * 20);
    this.ground.position.set(middle.x, this.box.min.y - reach * 0.0005, middle.z);
    this.renderer.shadowMap.needsUpdate = true;
    Object.assign(this.camera, {near: reach / 10, far: reach * 40});
    this.camera.updateProjectionMatrix();
  }

  // Looks at the whole model from a direction: degrees around the upright axis, and from the zenith.
  look(around, down) {
    this.eye = [around, down];
    this.isTurned = false;
    if (!this.box) return;
    const radians = Math.PI / 180, back = new Vector3().setFromSpherical(new Spherical(1, Math.max(down, 0.01) * radians, around * radians));
    const target = this.box.getCenter(new Vector3());
    const {min, max} = this.box, corners = [];
    for (const x of [min.x, max.x]) for (const y of [min.y, max.y]) for (const z of [min.z, max.z]) corners.push(new Vector3(x, y, z));
    const high = Math.tan(FIELD / 2 * radians) * FILL, wide = high * this.camera.aspect;
    this.camera.position.copy(target).add(back);
    this.camera.lookAt(target);
    this.camera.updateMatrixWorld();
    const right = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    let distance = 0;
    for (let round = 0; round < 4; round += 1) {
      const at = corners.map((corner) => corner.clone().sub(target)).map((to) => ({x: to.dot(right), y: to.dot(up), near: to.dot(back)}));
      distance = Math.max(...at.map(({x, y, near}) => near + Math.max(Math.abs(x) / wide, Math.abs(y) / high)));
      const shares = (axis) => at.map((to) => to[axis] / (distance - to.near));
      const shift = (axis) => (Math.min(...shares(axis)) + Math.max(...shares(axis))) / 2 * distance;
      target.addScaledVector(right, shift("x")).addScaledVector(up, shift("y"));
    }
    this.camera.position.copy(target).addScaledVector(back, distance);
    this.controls.target.copy(target);
    this.controls.minDistance = distance / 20;
    this.controls.maxDistance = distance * 3;
    this.controls.update();
    this.draw();
  }

  turnByKey(event) {
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!way) return;
    event.preventDefault();
    const place = new Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    place.theta += way[0] * STEP;
    place.phi += way[1] * STEP;
    place.makeSafe();
    this.camera.position.setFromSpherical(place).add(this.controls.target);
    this.isTurned = true;
    this.controls.update();
    this.draw();
  }

  resize() {
    const {clientWidth: width, clientHeight: height} = this.parent;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.max(window.devicePixelRatio, SHARPNESS));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.isTurned) this.draw();
    else this.look(...this.eye);
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
  }

  close() {
    this.watch.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}
