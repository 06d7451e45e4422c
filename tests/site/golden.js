// node golden.js PROGRAM CASES.json FOLDER: what the program says for each case, as compute.js has it.
"use strict";
const fs = require("fs"), os = require("os"), crypto = require("crypto"), {execFile} = require("child_process");
const [program, file, folder] = process.argv.slice(2), cases = JSON.parse(fs.readFileSync(file));
const sha = bytes => crypto.createHash("sha256").update(bytes).digest("hex");
const run = words => new Promise((done, failed) => execFile(program, words, {encoding: "buffer", maxBuffer: 1 << 28},
    (error, out) => error ? failed(error) : done(out)));

async function golden(one, name) {
    const words = one.command.split(" ").slice(1), html = `${folder}/${name}.html`, json = `${folder}/${name}.json`;
    if (one.steps !== undefined) return {hash: /^state (\w+)$/m.exec((await run(words)).toString())[1]};
    const text = await run([...words, "--color", "never"]);
    await run([...words, "-o", html, "--json", json, "--quiet"]);
    const found = {html: sha(fs.readFileSync(html)), text: sha(text), json: sha(fs.readFileSync(json))};
    fs.rmSync(html);
    fs.rmSync(json);
    return found;
}

const found = [];
let next = 0;
async function work() {
    while (next < cases.length) {
        const at = next++;
        found[at] = await golden(cases[at], at);
    }
}
Promise.all(os.cpus().map(work)).then(() => console.log(JSON.stringify(found)), error => {
    console.error(String(error));
    process.exit(1);
});
