// node pack.js FILE.wasm OUTPUT.js: the module as a script, base64 of its gzip in sweeplab_wasm_gz.
"use strict";
const fs = require("fs"), zlib = require("zlib");
const packed = zlib.gzipSync(fs.readFileSync(process.argv[2]), {level: 9});
fs.writeFileSync(process.argv[3], `globalThis.sweeplab_wasm_gz = "${packed.toString("base64")}";\n`);
