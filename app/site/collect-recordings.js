// node collect-recordings.js assets/results OUTPUT.js: what recorded.html compares, `assets/results/FOLDER/lessons/ENGINE.json`
// of `sweeplab teach ENGINE --record`, the newest first, as a script, so that pages that are opened as files have them.
"use strict";
const fs = require("fs"), path = require("path");
const [records, output] = process.argv.slice(2);
const recordings = [];
for (const folder of fs.readdirSync(records)) {
  const lessons = path.join(records, folder, "lessons");
  if (!fs.existsSync(lessons)) continue;
  for (const file of fs.readdirSync(lessons).filter(name => name.endsWith(".json"))) {
    const recording = JSON.parse(fs.readFileSync(path.join(lessons, file), "utf8"));
    recordings.push({...recording, file: `assets/results/${folder}/lessons/${file}`});
  }
}
recordings.sort((a, b) => b.date.slice(0, 10).localeCompare(a.date.slice(0, 10)) || a.engine.localeCompare(b.engine));
fs.writeFileSync(output, `globalThis.sweeplab_recordings = ${JSON.stringify(recordings)};\n`);
