// node compare.js CASES.json GOLDEN.json FOUND.json NAME: says which cases differ; exit code 1 where one does.
"use strict";
const fs = require("fs"), [cases, golden, found] = process.argv.slice(2, 5).map(name => JSON.parse(fs.readFileSync(name)));
const name = process.argv[5];
let wrong = 0, compared = 0;
found.forEach((one, i) => {
    if (one === null) return;
    for (const kind of Object.keys(golden[i])) {
        ++compared;
        if (one[kind] === golden[i][kind]) continue;
        if (++wrong <= 5) console.error(`FAILED: ${name}: ${kind} of ${cases[i].command}: ${one[kind]}, native ${golden[i][kind]}`);
    }
});
if (compared === 0) console.error(`FAILED: ${name}: nothing was compared`);
console.log(`${name}: ${compared - wrong} of ${compared} equal to the program's`);
process.exitCode = wrong > 0 || compared === 0 ? 1 : 0;
