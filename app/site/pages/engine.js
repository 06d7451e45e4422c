// The program as WebAssembly: loaded once, then asked. Over http its bytes come by fetch; a file may not fetch, so
// there they come as base64 of the gzip from a script beside the page (sweeplab.wasm.js).
"use strict";

/// A sentence of the program, for the person who typed what it refuses.
class Refused extends Error {}

function load_script(path) {
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = path;
    script.onload = done;
    script.onerror = () => fail(new Error(`The file ${path} beside this page could not be read.`));
    document.head.append(script);
  });
}

function from_base64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);  // much quicker, where it is known
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/// The module as an answer that can be compiled while it arrives.
async function wasm_answer() {
  const wasm = body => new Response(body, {headers: {"Content-Type": "application/wasm"}});
  if (location.protocol !== "file:") {
    const answer = await fetch("sweeplab.wasm");
    if (!answer.ok) throw new Error(`The file sweeplab.wasm could not be read (${answer.status}).`);
    return answer.headers.get("Content-Type") === "application/wasm" ? answer : wasm(answer.body);
  }
  await load_script("sweeplab.wasm.js");
  return wasm(new Blob([from_base64(globalThis.sweeplab_wasm_gz)]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/// The first answer is on its way while the page and its other scripts are read.
let first_answer = wasm_answer();
first_answer.catch(() => {});  // said by the one who needs it

function take_answer() {
  const answer = first_answer ?? wasm_answer();
  first_answer = null;
  return answer;
}

async function wasm_bytes() { return new Uint8Array(await (await take_answer()).arrayBuffer()); }

class Engine {
  constructor(module) { this.module = module; }

  /// The answer as text. Objects go in as JSON.
  text(name, ...inputs) {
    const plain = inputs.map(input => typeof input === "object" ? JSON.stringify(input) : input);
    const types = plain.map(input => typeof input === "number" ? "number" : "string");
    const answer = this.module.ccall(name, "string", types, plain);
    if (answer.startsWith('{"error"')) throw new Refused(JSON.parse(answer).error);
    return answer;
  }

  json(name, ...inputs) {
    const answer = JSON.parse(this.text(name, ...inputs));
    if (answer?.error) throw new Refused(answer.error);
    return answer;
  }
}

let loaded_engine;

/// The one engine of the page. Fails with a sentence.
function load_engine() {
  loaded_engine ??= (async () => {
    if (typeof WebAssembly !== "object")
      throw new Error("This browser has no WebAssembly, so lessons and worlds cannot be computed in it.");
    if (typeof Sweeplab !== "function") throw new Error("The file sweeplab.js beside this page could not be read.");
    const compiled = await WebAssembly.compileStreaming(take_answer());
    return new Engine(await new Promise((done, fail) => {
      const instantiateWasm = (imports, made) => {
        WebAssembly.instantiate(compiled, imports).then(made, fail);
        return {};
      };
      Sweeplab({instantiateWasm}).then(done, fail);
    }));
  })();
  return loaded_engine;
}

/// The sentence for an error of any kind.
function sentence_of(error) {
  if (error instanceof Refused) return error.message;
  const text = String(error?.message ?? error);
  if (/[.!]$/.test(text)) return text;
  return error instanceof WebAssembly.RuntimeError ? `The program stopped (${text}); load this page again.` :
                                                     `The program could not be started: ${text}.`;
}
