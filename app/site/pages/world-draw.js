// Draws the bodies of a world, and lets the pointer and the keys turn the view.
"use strict";

const kFloats = 6;   // per body: place, radius, speed, asleep
const kSlope = .36;  // half of the picture's height at distance 1

/// Returns whether this browser computes pixels on the CPU, where four samples per pixel cost a third of the frame rate.
function draws_on_cpu() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  let name = gl.getParameter(gl.RENDERER) ?? "";
  if (name.startsWith("WebKit"))
    name = gl.getParameter(gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) ?? "";
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

class WorldView {
  /// Throws where the browser has no WebGL2.
  constructor(canvas) {
    const gl = this.gl = canvas.getContext("webgl2", {antialias: !draws_on_cpu(), preserveDrawingBuffer: true});
    if (!gl)
      throw new Error("This browser has no WebGL2, so bodies cannot be drawn; their numbers and the hash still can be computed.");
    this.canvas = canvas;
    this.programs = {
      sphere: this.program(kSphereVertex, kSphereFragment),
      shadow: this.program(kShadowVertex, kShadowFragment),
      floor: this.program(kFloorVertex, kFloorFragment),
      line: this.program(kLineVertex, kLineFragment)
    };
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    gl.bindVertexArray(gl.createVertexArray());
    this.colouring = 0;
    this.listen();
  }

  program(vertex, fragment) {
    const gl = this.gl, program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  /// A new world: its container, its camera, and where its bodies begin.
  open(world, state) {
    this.world = world;
    this.camera = {yaw: world.camera.yaw, pitch: world.camera.pitch, zoom: 1};
    this.fastest = 1e-9;
    this.framed = null;
    this.state = state;
    this.count = state.length / kFloats;
    this.ground = world.min[1] === 0;
    this.space = world.min[1] === -world.max[1];  // no floor and no walls near: the galaxies
    this.set_starts();
  }

  /// Fifths of the bodies by their first height, or by x where all of the height is filled.
  set_starts() {
    const box = this.box(1), size = box.high.map((high, axis) => high - box.low[axis]);
    const axis = this.ground && size[1] < .8 * (this.world.max[1] - this.world.min[1]) ? 1 : 0;
    const order = [...Array(this.count).keys()].sort((a, b) => this.state[a * kFloats + axis] - this.state[b * kFloats + axis]);
    const starts = new Float32Array(this.count);
    // In space there are two galaxies, in two colours that are equally light.
    order.forEach((body, rank) => {
      starts[body] = !this.space ? rank / this.count : rank < this.count / 2 ? .3 : .9;
    });
    this.starts = starts;
  }

  /// The box around the bodies, without the outermost share of them on each side.
  box(share) {
    const low = [], high = [], step = Math.max(1, Math.floor(this.count / 1000));
    for (let axis = 0; axis < 3; ++axis) {
      const all = [];
      for (let body = 0; body < this.count; body += step) all.push(this.state[body * kFloats + axis]);
      all.sort((a, b) => a - b);
      const cut = Math.floor(all.length * (1 - share) / 2);
      low.push(all[cut]);
      high.push(all[all.length - 1 - cut]);
    }
    return {low, high};
  }

  /// The middle and size of what is looked at, following the bodies slowly.
  frame() {
    const {low, high} = this.box(this.space ? .85 : .98), radius = this.state[3];
    const middle = low.map((value, axis) => (value + high[axis]) / 2),
          size = Math.hypot(...low.map((value, axis) => high[axis] - value)) / 2 + 2 * radius;
    if (!this.framed) this.framed = {middle, size};
    const rate = .03;
    this.framed = {
      middle: middle.map((value, axis) => this.framed.middle[axis] + rate * (value - this.framed.middle[axis])),
      size: this.framed.size + rate * (size - this.framed.size)
    };
    return this.framed;
  }

  /// The state to draw from now on.
  set_state(state) { this.state = state; }

  draw() {
    const gl = this.gl, canvas = this.canvas, ratio = Math.min(devicePixelRatio || 1, 2);
    const wide = Math.max(1, Math.round(canvas.clientWidth * ratio)), tall = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
    const dark = theme.current === "dark", horizon = dark ? [.085, .094, .115] : [.90, .92, .945],
          ground = dark ? [.205, .22, .245] : [.79, .81, .84];
    gl.viewport(0, 0, wide, tall);
    gl.clearColor(...horizon, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const matrices = this.matrices(wide / tall), {view} = matrices, sun = this.sun();
    this.shared = {
      ...matrices,
      low: this.world.min,
      high: this.world.max,
      horizon,
      ground,
      sun,
      light: [0, 1, 2].map(axis => view[axis] * sun[0] + view[axis + 4] * sun[1] + view[axis + 8] * sun[2]),
      pixel: 2 * kSlope / tall
    };
    this.fill_bodies();
    if (this.ground) {
      this.use("floor");
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    if (!this.space) {
      this.use("line");
      gl.drawArrays(gl.LINES, 0, 24);
    }
    if (this.ground) {
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.depthMask(false);
      this.use("shadow");
      gl.drawArrays(gl.TRIANGLES, 0, kVertices * this.count);
      gl.disable(gl.BLEND);
      gl.depthMask(true);
    }
    this.use("sphere");
    gl.drawArrays(gl.TRIANGLES, 0, kVertices * this.count);
  }

  /// Sends the bodies to the texture: place, radius; speed, asleep, 0 to 1 where it began.
  fill_bodies() {
    const gl = this.gl, rows = Math.ceil(this.count / kBodiesPerRow), texels = new Float32Array(8 * kBodiesPerRow * rows);
    for (let body = 0; body < this.count; ++body) {
      for (let k = 0; k < kFloats; ++k) texels[8 * body + k] = this.state[kFloats * body + k];
      texels[8 * body + kFloats] = this.starts[body];
    }
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 2 * kBodiesPerRow, rows, 0, gl.RGBA, gl.FLOAT, texels);
  }

  /// The sun stands at the camera's left shoulder, so that lit sides are seen.
  sun() {
    const yaw = (this.camera.yaw - 40) * Math.PI / 180, up = .78;
    return [Math.sin(yaw) * Math.sqrt(1 - up * up), up, Math.cos(yaw) * Math.sqrt(1 - up * up)];
  }

  matrices(aspect) {
    const {middle, size} = this.frame(), {yaw, pitch, zoom} = this.camera, rad = Math.PI / 180;
    const distance = size / kSlope * 1.02 * zoom * Math.max(1, 1.5 / aspect) * (this.ground ? .95 : 1);
    const back =
        [Math.sin(yaw * rad) * Math.cos(pitch * rad), Math.sin(pitch * rad), Math.cos(yaw * rad) * Math.cos(pitch * rad)];
    const right = [Math.cos(yaw * rad), 0, -Math.sin(yaw * rad)];
    const up = [
      back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]
    ];
    const eye = middle.map((value, axis) => value + back[axis] * distance);
    if (this.ground) eye[1] = Math.max(eye[1], .02 * size);
    const dot = axis => -(axis[0] * eye[0] + axis[1] * eye[1] + axis[2] * eye[2]);
    const view = [
      right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0, dot(right), dot(up), dot(back), 1
    ];
    const near = distance * .02, far = distance + 40 * size, focal = 1 / kSlope;
    const projection =
        [focal / aspect, 0, 0, 0, 0, focal, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0];
    return {view, projection, extent: Math.max(size, 1e-6)};
  }

  use(name) {
    const gl = this.gl, program = this.programs[name], place = uniform => gl.getUniformLocation(program, uniform);
    gl.useProgram(program);
    for (const matrix of ["view", "projection"]) gl.uniformMatrix4fv(place(matrix), false, this.shared[matrix]);
    for (const vector of ["low", "high", "sun", "light", "horizon", "ground"]) gl.uniform3fv(place(vector), this.shared[vector]);
    for (const value of ["pixel", "extent"]) gl.uniform1f(place(value), this.shared[value]);
    if (name !== "sphere") return;
    let fastest = 0;
    for (let body = 0; body < this.count; body += 3) fastest = Math.max(fastest, this.state[body * kFloats + 4]);
    this.fastest = Math.max(this.fastest * .97, fastest);
    const linear = colours =>
        colours.flat().map(byte => byte / 255 <= .04045 ? byte / 255 / 12.92 : ((byte / 255 + .055) / 1.055) ** 2.4);
    gl.uniform3fv(place("ramp"), linear(kRamp));
    gl.uniform3fv(place("kinds"), linear(kKinds));
    gl.uniform1i(place("colouring"), this.colouring);
    gl.uniform1f(place("fastest"), this.fastest * .9);
  }

  turn(yaw, pitch) {
    this.camera.yaw = (this.camera.yaw + yaw) % 360;
    this.camera.pitch = Math.max(this.ground ? 1 : -89, Math.min(89, this.camera.pitch + pitch));
    this.onturn?.();
  }

  zoom(factor) {
    this.camera.zoom = Math.max(.05, Math.min(8, this.camera.zoom * factor));
    this.onturn?.();
  }

  listen() {
    const fingers = new Map(), canvas = this.canvas;
    canvas.addEventListener("pointerdown", event => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = [event.clientX, event.clientY], other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other)
        this.zoom(
            Math.hypot(before[0] - other[0], before[1] - other[1]) /
            Math.max(1, Math.hypot(now[0] - other[0], now[1] - other[1])));
      else this.turn((before[0] - now[0]) * .3, (now[1] - before[1]) * .3);
      fingers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, event => fingers.delete(event.pointerId));
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * .001));
    }, {passive: false});
    canvas.addEventListener("keydown", event => {
      const act = {
        ArrowLeft: () => this.turn(-5, 0),
        ArrowRight: () => this.turn(5, 0),
        ArrowUp: () => this.turn(0, 5),
        ArrowDown: () => this.turn(0, -5),
        "+": () => this.zoom(.87),
        "-": () => this.zoom(1.15)
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
}
