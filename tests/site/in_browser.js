// node in_browser.js SITE CASES.json http|file EVERY COMMAND...: a page computes cases in the browser that COMMAND starts,
// and posts what it found here: over http all, but of the inputs every EVERY-th; from a file every EVERY-th of all. Null
// for the others.
"use strict";
const fs = require("fs"), path = require("path"), http = require("http"), {spawn} = require("child_process");
const [site, file, from, every, ...command] = process.argv.slice(2);
const kLimit_ms = 240e3;
const kTypes = {".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm"};

const page = (port) => `<!DOCTYPE html><meta charset="utf-8"><title>compare</title>
<script src="sweeplab.js"></script>${from === "file" ? '<script src="sweeplab.wasm.js"></script>' : ""}
<script>${fs.readFileSync(__dirname + "/compute.js")}</script>
<script>
const cases = ${fs.readFileSync(file)};
async function binary() {
    if (!globalThis.sweeplab_wasm_gz) return (await fetch("sweeplab.wasm")).arrayBuffer();
    const packed = Uint8Array.from(atob(sweeplab_wasm_gz), one => one.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
async function work() {
    const module = await Sweeplab({wasmBinary: await binary()}), found = [];
    for (let i = 0; i < cases.length; ++i) {
        const is_left_out = i % ${every} && (${from === "file"} || cases[i].params.input);
        found.push(is_left_out ? null : await compute(module, cases[i]));
    }
    return JSON.stringify(found);
}
const post = text => fetch("http://127.0.0.1:${port}/found", {method: "POST", mode: "no-cors", body: text});
work().then(post, error => post("error: " + error));
</script>`;

const server = http.createServer((request, response) => {
    if (request.method === "POST") {
        let text = "";
        request.on("data", more => text += more);
        request.on("end", () => { response.end(); finish(text); });
        return;
    }
    const name = path.basename(new URL(request.url, "http://x").pathname);
    response.setHeader("Content-Type", kTypes[path.extname(name)] ?? "text/plain");
    fs.readFile(`${site}/${name}`, (error, bytes) => response.writeHead(error ? 404 : 200).end(bytes));
});
let browser, place;
function finish(text) {
    fs.rmSync(place);
    try { process.kill(-browser.pid); } catch {}
    if (text.startsWith("[")) console.log(text); else console.error(`FAILED: ${text}`);
    process.exit(text.startsWith("[") ? 0 : 1);
}
server.listen(0, "127.0.0.1", () => {
    const port = server.address().port;
    place = path.resolve(site, `compare-${port}.html`);
    fs.writeFileSync(place, page(port));
    const address = from === "file" ? "file://" + place : `http://127.0.0.1:${port}/${path.basename(place)}`;
    browser = spawn(command[0], [...command.slice(1), address], {detached: true, stdio: "ignore"});
    browser.on("error", error => finish(String(error)));
    setTimeout(() => finish(`no answer within ${kLimit_ms / 1e3} s`), kLimit_ms);
});
