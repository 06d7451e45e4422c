// The world's side in a worker, so that steps do not stop the page. From file:// a worker may be made of a Blob only: its
// text is Emscripten's function and the one below, its bytes come by message.
"use strict";

/// Runs in the worker; sees nothing of the page. Answers each message {id, ...} with {id, ...} or {id, error}.
function world_worker() {
  let module, world;
  const call = (name, ...inputs) => {
    const text = module.ccall(name, "string", inputs.map(input => typeof input), inputs), answer = JSON.parse(text);
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  const state = () => {
    const floats = 6 * module._sl_world_count(), at = module._sl_world_state() >> 2;
    return module.HEAPF32.slice(at, at + floats);
  };
  /// Steps until `seconds` of the world have passed or the time for a picture is used up.
  const advance = (seconds, budget_ms) => {
    const wished = Math.max(0, Math.round(seconds / world.time_step_s)), start = performance.now();
    let done = 0, chunk = 1;
    while (done < wished && performance.now() - start < budget_ms) {
      const count = Math.min(chunk, wished - done);
      call("sl_world_steps", count);
      done += count;
      if (performance.now() - start < budget_ms / 4) chunk = Math.min(chunk * 2, 32);
    }
    return {done, ms: performance.now() - start};
  };
  const tasks = {
    load: async ({bytes}) => {
      module = await Sweeplab({wasmBinary : bytes});
      return {};
    },
    open: ({params}) => {
      world = call("sl_world", JSON.stringify(params));
      return {world, state: state()};
    },
    advance: ({seconds, budget_ms}) => ({...advance(seconds, budget_ms), state: state(), numbers: call("sl_world_numbers")}),
    steps: ({count}) => {
      call("sl_world_steps", count);
      return {state: state(), numbers: call("sl_world_numbers")};
    },
    hash: () => call("sl_world_hash"),
  };
  self.onmessage = async ({data}) => {
    try {
      const answer = {id: data.id, ...await tasks[data.task](data)};
      self.postMessage(answer, answer.state ? [answer.state.buffer] : []);
    } catch (error) { self.postMessage({id: data.id, error: error.message ?? String(error)}); }
  };
}

class WorldWorker {
  static async make() {
    if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly, so worlds cannot be computed in it.");
    if (typeof Sweeplab !== "function") throw new Error("The file sweeplab.js beside this page could not be read.");
    const made = new WorldWorker(), bytes = await wasm_bytes();
    await made.ask("load", {bytes}, [bytes.buffer]);
    return made;
  }

  constructor() {
    const text = `"use strict"; var _scriptDir; const Sweeplab = ${Sweeplab}; (${world_worker})();`;
    this.url = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
    this.worker = new Worker(this.url);
    this.waiting = new Map();
    this.next = 1;
    this.worker.onmessage = ({data}) => {
      const {done, fail} = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error) fail(new Refused(data.error));
      else done(data);
    };
    this.worker.onerror = event => {
      for (const {fail} of this.waiting.values()) fail(new Error(event.message || "The worker of the world stopped."));
      this.waiting.clear();
    };
  }

  ask(task, more = {}, moved = []) {
    return new Promise((done, fail) => {
      const id = this.next++;
      this.waiting.set(id, {done, fail});
      this.worker.postMessage({id, task, ...more}, moved);
    });
  }
}
