// recorded.html in Chromium: without recordings, with one that the program makes, with one word spoiled, and with files that
// are none. Usage: node recordings.mjs FOLDER PROGRAM. A CPU engine serves for the kernels of a GPU.
import {execFileSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

import {Browser} from "./browser.mjs";
import {expect, finish, part} from "./checks.mjs";

const program = process.argv[3], work = mkdtempSync(join(tmpdir(), "sweeplab-recordings-"));
const folder = join(work, "site"), site = pathToFileURL(folder).href + "/", kFolder = "cpu-2026-01-01";
const collect = join(dirname(fileURLToPath(import.meta.url)), "../../app/site/collect-recordings.js");
const text_of = selector => `document.querySelector(${JSON.stringify(selector)}).textContent`;

/// Gives the page these recordings, {NAME: recording}, as those of a folder of results.
function keep(recordings) {
  const results = join(work, "results"), lessons = join(results, kFolder, "lessons");
  rmSync(results, {recursive: true, force: true});
  mkdirSync(lessons, {recursive: true});
  for (const [name, recording] of Object.entries(recordings))
    writeFileSync(join(lessons, `${name}.json`), JSON.stringify(recording));
  execFileSync("node", [collect, results, join(folder, "recordings-data.js")]);
}

function record(...words) {
  const file = join(work, "record.json");
  execFileSync(program, ["teach", ...words, "--record", file, "--quiet"]);
  return JSON.parse(readFileSync(file, "utf8"));
}

/// Chooses a text as the reader's own file.
const own_file = text => `(async () => { await open_file(new File([${JSON.stringify(text)}], "own.json")); return by("error").textContent; })()`;

async function none(browser) {
  keep({});
  await browser.open(site + "recorded.html");
  expect("without recordings it says so", /There are none/.test(await browser.value(text_of("#recording"))));
  expect("and shows nothing", await browser.value("by('shown').hidden && by('recording').disabled"));
}

async function agrees(browser) {
  keep({"cpu-radix": record("cpu-radix"), "typed": record("cpu-radix", "--keys", "5,3,9,1"), "made": record("cpu-adaptive", "--seed", "7")});
  await browser.open(site + "recorded.html");
  expect("three can be chosen", await browser.value("by('recording').options.length === 3"));
  for (const name of ["cpu-radix", "typed", "made"]) {
    await browser.value(`location.hash = "#run=${kFolder}/${name}"`);
    await browser.until(`by('recording').value === "${kFolder}/${name}"`);
    const verdict = await browser.value(text_of("#verdict"));
    expect(`${name}: all agree: ${verdict}`, /^Recording and model agree in \d+ stages? and the result: \d+ arrays, [\d,]+ words\.$/.test(verdict));
    expect(`${name}: nothing is marked`, await browser.value("document.querySelectorAll('#compared .differs, #compared mark').length === 0"));
  }
  const facts = await browser.value(text_of("#facts")), command = await browser.value(text_of("#command"));
  expect(`machine, date and commit are named: ${facts}`, /.+; \d{4}-\d\d-\d\d; version \S+, commit \S+\. Keys: .+\. File: assets\/results\//.test(facts));
  expect(`and the command: ${command}`, /^sweeplab teach cpu-adaptive --seed 7 --record record\.json /.test(command));
  await browser.value(`location.hash = "#run=no/such"`);
  await browser.until(`/no recording "no.such"/.test(${text_of("#error")})`);
}

async function differs(browser) {
  const recording = record("cpu-radix"), at = recording.steps.findIndex(step => step.ran && step.keys.length > 3);
  recording.steps[at].keys[3] ^= 1;
  const value = recording.steps[at].keys[3];
  keep({spoiled: recording});
  await browser.open(site + "recorded.html");
  const verdict = await browser.value(text_of("#verdict"));
  expect(`one stage differs: ${verdict}`, verdict.startsWith(`Recording and model differ in 1 of `) && verdict.includes(`the first: ${at + 1} `));
  const marks = await browser.value("[...document.querySelectorAll('#compared mark')].map(mark => mark.title)");
  expect(`its word is marked, alone: ${marks}`, marks.length === 1 && marks[0] === `index 3: recorded ${value}, model ${value ^ 1}`);
  expect("its stage is open", await browser.value("document.querySelectorAll('#compared details[open]').length === 1"));
  recording.steps.splice(at, 1);
  keep({shorter: recording});
  await browser.open(site + "recorded.html");
  expect("a stage that is missing is a difference", /differ in/.test(await browser.value(text_of("#verdict"))));
}

async function bad_files(browser) {
  const good = record("cpu-radix", "-n", "8"), like = change => JSON.stringify({...good, ...change});
  keep({});
  await browser.open(site + "recorded.html");
  const refused = {
    "no JSON": "x", "another file": "{}", "another version": like({schema: 2}), "no machine": like({machine: null}),
    "steps of texts": like({steps: [{stage: "count", pass: 0, ran: true, keys: "x"}]}), "no keys": like({keys: null}),
    "unknown parameters": like({params: {engine: "cpu-radix", colour: 1}}), "other keys": like({keys: good.keys.map(key => key ^ 1)}),
    "an unknown engine": like({params: {engine: "<b>"}})
  };
  for (const [what, text] of Object.entries(refused)) {
    const sentence = await browser.value(own_file(text));
    expect(`${what}: a sentence: ${sentence}`, sentence.length > 15 && await browser.value("by('shown').hidden"));
  }
  expect("a good one is shown", await browser.value(own_file(JSON.stringify(good))) === "" && await browser.value("!by('shown').hidden"));
}

const begin = Date.now();
cpSync(resolve(process.argv[2]), folder, {recursive: true});
const browser = await Browser.start();
try {
  await browser.size(1366, 768);
  for (const [name, run] of Object.entries({none, agrees, differs, bad_files})) await part(name, run, browser);
} finally {
  await browser.stop();
  rmSync(work, {recursive: true, force: true});
}
process.exit(finish(begin));
