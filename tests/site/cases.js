// node cases.js SITE [EVERY PART]: all lessons with their usual keys, 256 keys, all inputs and all breaks, small ones, and
// worlds, as JSON; with EVERY, of the inputs every EVERY-th from PART on. The commands are those that the site says.
"use strict";
const fs = require("fs"), path = require("path"), {bytes_at, call} = require("./compute.js");
const site = path.resolve(process.argv[2]), every = Number(process.argv[3] ?? 1), part = Number(process.argv[4] ?? 0);

const kKeysOfInputs = 40, kSmallKeys = 16, kBodies = 600, kSteps = 120;

require(site + "/sweeplab.js")({wasmBinary: fs.readFileSync(site + "/sweeplab.wasm")}).then(module => {
    const text = (...of) => new TextDecoder().decode(bytes_at(module, call(module, ...of)));
    const catalog = JSON.parse(text("sl_catalog")), cases = [];
    const lesson = params => cases.push({params, command: text("sl_command", JSON.stringify(params)) + " --backend cpu"});
    for (const [at, {name: engine, breaks, tiles, warps, digit_bits, variants}] of catalog.lessons.entries()) {
        lesson({engine});
        lesson({engine, n: catalog.most_keys});
        if (tiles.length) lesson({engine, n: kSmallKeys, tile: tiles[0]});
        if (warps.length) lesson({engine, n: kSmallKeys, warp: warps[0]});
        for (const variant of variants) lesson({engine: variant});
        if (digit_bits.length) lesson({engine, n: kSmallKeys, digit_bits: digit_bits[0]});
        for (const one of breaks) lesson({engine, break: one.name});
        catalog.inputs.forEach((input, i) => {
            if ((at + i) % every === part) lesson({engine, n: kKeysOfInputs, seed: 2, input: input.example});
        });
    }
    for (const scene of JSON.parse(text("sl_scenes")).filter(one => !one.meshes)) {
        const params = {scene: scene.name, bodies: Math.min(scene.bodies, kBodies)};
        call(module, "sl_world", JSON.stringify(params));
        call(module, "sl_world_steps", kSteps);
        cases.push({params, steps: kSteps, command: JSON.parse(text("sl_world_hash")).command});
    }
    console.log(JSON.stringify(cases));
});
