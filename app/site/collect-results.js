// node collect-results.js assets/results FOLDER: what results.html draws, from the newest logs that have the tables, and copies
// of these logs. Writes FOLDER/results-data.js and FOLDER/results/. Nothing is typed here but which columns are drawn.
"use strict";
const fs = require("fs"), path = require("path");
const [records, site] = process.argv.slice(2);

/// The lines of the outputs of commands that begin so, and the commands: blocks "`sweeplab ...`", then "```".
function outputs_of(log, begin) {
  return [...log.matchAll(/^`(sweeplab [^`]*)`\n```\n([^]*?)^```$/gm)]
      .filter(([, command]) => command.startsWith(begin))
      .map(([, command, text]) => ({command, lines: text.split("\n")}));
}

/// The rows of a printed table by the names of its columns: with bars, or with two spaces between columns.
function rows_of(lines) {
  const cells = line => line.startsWith("|") ? line.slice(1, -1).split("|").map(cell => cell.trim()) : line.trim().split(/\s\s+/);
  const head = lines.findIndex(line => /median ms/.test(line));
  if (head < 0) return [];
  const names = cells(lines[head]);
  return lines.slice(head + 1).map(cells).filter(row => row.length === names.length && !/^-/.test(row[0]))
      .map(row => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

const number = text => Number(text.replace(/Ki$/, "")) * (/Ki$/.test(text) ? 1024 : 1) ||
    Number(text.replace(/Mi$/, "")) * 1024 * 1024;

/// The newest log that `accepts` outputs of such a command; its machine and commit are what the program printed.
function newest(begin, accepts) {
  const folders = fs.readdirSync(records).filter(name => /\d{4}-\d\d-\d\d$/.test(name))
      .sort((a, b) => b.slice(-10).localeCompare(a.slice(-10)));
  for (const folder of folders) {
    for (const file of fs.readdirSync(path.join(records, folder)).filter(name => /^log.*\.md$/.test(name))) {
      const log = fs.readFileSync(path.join(records, folder, file), "utf8"), outputs = outputs_of(log, begin).filter(accepts);
      if (outputs.length === 0) continue;
      const commit = /^sweeplab +\S+, commit (\S+),/m.exec(log)?.[1];
      const machine = /; (.*)$/m.exec(outputs[0].lines[0])?.[1];
      if (!commit || !machine) throw new Error(`${folder}/${file}: no commit or no machine`);
      const copy = `results/${folder}/${file}.txt`;
      fs.mkdirSync(path.dirname(path.join(site, copy)), {recursive: true});
      fs.writeFileSync(path.join(site, copy), log);
      return {outputs, commit, machine, date: folder.slice(-10), folder: `assets/results/${folder}`, log: copy};
    }
  }
  throw new Error(`no log has ${begin}`);
}

/// Engines that have another name today, as the record's own page says.
function renamed(record) {
  const page = fs.readFileSync(path.join(records, path.basename(record.folder), "README.md"), "utf8");
  const said = [...page.matchAll(/`([\w-]+)` in these files is the engine called `([\w-]+)` today/g)];
  return Object.fromEntries(said.map(([, old, now]) => [old, now]));
}

const source = ({machine, date, commit, folder, log, outputs}) =>
    ({machine, date, commit, folder, log, commands: outputs.map(output => output.command)});

function sorts(title, input, sentence) {
  const reference = "cub-radix";
  const record = newest("sweeplab bench sort", ({command, lines}) => command.includes(reference) &&
      rows_of(lines).some(row => row.input === input && row.launch === "graph"));
  const names = renamed(record), series = new Map();
  for (const {lines} of record.outputs)
    for (const row of rows_of(lines)) {
      if (row.input !== input || row.launch !== "graph" || row.engine.includes(":") || row.engine.endsWith("-double") || row.check !== "ok") continue;
      const name = names[row.engine] ?? row.engine, points = series.get(name) ?? series.set(name, new Map()).get(name);
      points.set(number(row.n), Number(row["median ms"]));
    }
  return {
    kind: "lines", title, sentence, x: "pairs", y: "ms", reference, source: source(record),
    series: [...series].map(([name, points]) => ({name, points: [...points].sort((a, b) => a[0] - b[0])}))
  };
}

function broad_phases() {
  const record = newest("sweeplab bench pairs", ({command}) => command.includes("--rival cgal,bullet")), bars = [];
  for (const {lines} of record.outputs)
    for (const row of rows_of(lines)) bars.push({group: `${row.kind}, ${row.n} boxes`, name: row["broad phase"], value: Number(row["median ms"])});
  return {
    kind: "bars", title: "All pairs of boxes that overlap", y: "ms", reference: "columns", bars, source: source(record),
    sentence: "The time from boxes in memory to the list of their pairs, on the CPU, each box new."
  };
}

const charts = [
  sorts("Sorting keys that are in order", "sorted", "A simulation at rest: nothing has changed its place since the frame before."),
  sorts("Sorting keys one frame later", "gas:0.01", "A gas whose bodies have moved by a hundredth of their diameter since they were in order."),
  broad_phases()
];
fs.mkdirSync(site, {recursive: true});
fs.writeFileSync(path.join(site, "results-data.js"), `globalThis.sweeplab_results = ${JSON.stringify(charts, null, 1)};\n`);
