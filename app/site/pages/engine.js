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

async function wasm_bytes() {
  if (location.protocol !== "file:") {
    const answer = await fetch("sweeplab.wasm");
    if (!answer.ok) throw new Error(`The file sweeplab.wasm could not be read (${answer.status}).`);
    return new Uint8Array(await answer.arrayBuffer());
  }
  await load_script("sweeplab.wasm.js");
  const letters = atob(globalThis.sweeplab_wasm_gz), packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) packed[i] = letters.charCodeAt(i);
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

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
    return new Engine(await Sweeplab({wasmBinary: await wasm_bytes()}));
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
