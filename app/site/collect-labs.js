// node collect-labs.js app/manual/labs.md assets/lab OUTPUT.js: the labs in the order of the manual's table, each with its
// task and the kernel with the gap, as a script, so that pages that are opened as files have them.
"use strict";
const fs = require("fs"), path = require("path");
const [manual, folder, output] = process.argv.slice(2);
const rows = fs.readFileSync(manual, "utf8").matchAll(/^\| `([\w-]+)` \| `sweeplab teach ([\w-]+)((?: --?[\w-]+ \d+)*)` \| (.*) \|$/gm);
const labs = [...rows].map(([, name, engine, flags, wants]) => {
  const sizes = [...flags.matchAll(/ --?([\w-]+) (\d+)/g)].map(([, flag, value]) => [flag.replace("-", "_"), Number(value)]);
  const lesson = {engine, ...Object.fromEntries(sizes)};
  const read = file => fs.readFileSync(path.join(folder, name, file), "utf8");
  return {name, lesson, wants, task: read("README.md"), kernel: read("kernel.cu")};
});
if (labs.length === 0) throw new Error(`${manual}: no table of labs`);
fs.writeFileSync(output, `globalThis.sweeplab_labs = ${JSON.stringify(labs)};\n`);
