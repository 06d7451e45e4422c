// node in_node.js SITE CASES.json PART PARTS: every PARTS-th case from PART on, null for the others.
"use strict";
const fs = require("fs"), path = require("path"), {compute} = require("./compute.js");
const [site, file, part, parts] = process.argv.slice(2), cases = JSON.parse(fs.readFileSync(file));

require(path.resolve(site) + "/sweeplab.js")({wasmBinary: fs.readFileSync(site + "/sweeplab.wasm")}).then(async module => {
    const found = [];
    for (let i = 0; i < cases.length; ++i) found.push(i % parts === Number(part) ? await compute(module, cases[i]) : null);
    console.log(JSON.stringify(found));
});
