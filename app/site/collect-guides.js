// node collect-guides.js assets/course OUTPUT.js: the guides of the course in their order, as a script, so that pages that
// are opened as files have them. "3-scan.md" begins with "# 3. Prefix sums".
"use strict";
const fs = require("fs"), path = require("path");
const [course, output] = process.argv.slice(2);
const guides = fs.readdirSync(course).filter(name => /^\d+-.*\.md$/.test(name)).sort((a, b) => parseInt(a) - parseInt(b)).map(name => {
  const text = fs.readFileSync(path.join(course, name), "utf8");
  return {title: text.slice(text.indexOf(" ") + 1, text.indexOf("\n")), text};
});
fs.writeFileSync(output, `globalThis.sweeplab_guides = ${JSON.stringify(guides)};\n`);
