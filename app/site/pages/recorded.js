// Recorded runs: one is chosen by the list, by the address or as a file, and compared with the model stage by stage.
"use strict";

const recorded = {
  engine: null,
  all: [],
};

/// "h200-2026-11-29/fourway": the name of a recording in the address.
function recording_name(recording) {
  return recording.file.replace(/^assets\/results\//, "").replace("/lessons/", "/").replace(/\.json$/, "");
}

const machine_of = recording => recording.machine.gpu ?? recording.machine.cpu;
const many = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

/// The words of an array; where the model has another, both, marked.
function words_of(compared) {
  const differ = new Set(compared.differ), count = Math.max(compared.recorded.length, compared.model.length);
  const word = i => compared.recorded[i] ?? "none", model = i => compared.model[i] ?? "none";
  return Array.from({length: count}, (_, i) => differ.has(i) ?
      make("mark", {title: `index ${i}: recorded ${word(i)}, model ${model(i)}`}, `${word(i)} (model ${model(i)})`) :
      make("span", {}, String(word(i)))).flatMap(part => [part, " "]);
}

function array_row(compared) {
  const count = compared.differ.length;
  return make(
      "tr", {class: count ? "differs" : ""}, make("th", {scope: "row"}, compared.name),
      make("td", {}, count ? `${many(count, "word")} differ${count === 1 ? "s" : ""}, the first at index ${compared.differ[0]}` : "agrees"),
      make("td", {class: "words mono"}, ...words_of(compared)));
}

function stage_part(stage, params) {
  const sentence = stage.sentence || (stage.agrees ? "agrees" : "differs");
  const count = stage.words ? `: ${many(stage.arrays.length, "array")}, ${many(stage.words, "word")}` : "";
  const part = make(
      "details", {class: stage.agrees ? "stage" : "stage differs"},
      make("summary", {}, make("strong", {}, stage.title), ` ${sentence}${count}`));
  const fill = () => {
    if (part.childElementCount > 1) return;
    const step = {...params, keys: Array.isArray(params.keys) ? params.keys.join(",") : undefined, step: stage.index + 1};
    if (stage.index !== null)
      part.append(make("p", {}, make("a", {href: "lesson.html" + address.link(step)}, "This stage in the lesson")));
    part.append(make("div", {class: "scroll"}, make("table", {class: "arrays"}, make("tbody", {}, ...stage.arrays.map(array_row)))));
  };
  part.addEventListener("toggle", fill);
  if (!stage.agrees) {
    fill();
    part.open = true;
  }
  return part;
}

/// What the comparison found, in a sentence.
function verdict_of(stages, native) {
  const wrong = stages.filter(stage => !stage.agrees), words = stages.reduce((sum, stage) => sum + stage.words, 0);
  const arrays = stages.reduce((sum, stage) => sum + stage.arrays.length, 0);
  const there = native ? ` When it was recorded, the program found: ${native}.` : "";
  if (wrong.length === 0)
    return `Recording and model agree in ${many(stages.length - 1, "stage")} and the result: ${many(arrays, "array")}, ${many(words, "word")}.${there}`;
  return `Recording and model differ in ${wrong.length} of ${stages.length}, the result included; the first: ${wrong[0].title}.${there}`;
}

/// The command without the folder that the recording was written to: it is of another machine.
function without_folders(words) {
  return words.map((word, i) => words[i - 1] === "--record" ? word.split("/").at(-1) : word);
}

function show_recording(recording) {
  by("error").textContent = "";
  by("shown").hidden = true;
  const fault = recording_fault(recording);
  if (fault) {
    by("error").textContent = fault;
    return;
  }
  let model;
  try {
    model = recorded.engine.json("sl_json", recording.params).lessons[0];
  } catch (error) {
    by("error").textContent = `The model of this recording cannot be made here. ${sentence_of(error)}`;
    return;
  }
  if (compare_words("keys", recording.keys, model.keys).differ.length > 0) {
    by("error").textContent = "The keys of this recording are not those that its parameters make.";
    return;
  }
  const stages = compare_recording(recording, model), {machine, build} = recording;
  const driver = machine.gpu ? `, driver ${machine.driver}, CUDA ${machine.cuda_runtime}` : "";
  by("title").textContent = `${recording.engine}: ${model.title}`;
  by("facts").textContent = `${machine_of(recording)}${driver}; ${recording.date.slice(0, 10)}; version ${build.version}, commit ${
      build.commit}. Keys: ${model.input}.${recording.file ? ` File: ${recording.file}.` : ""}`;
  by("command").textContent = ["sweeplab", ...without_folders(recording.arguments)].join(" ");
  by("verdict").textContent = verdict_of(stages, recording.difference);
  by("verdict").classList.toggle("wrong", stages.some(stage => !stage.agrees));
  by("compared").replaceChildren(...stages.map(stage => stage_part(stage, recording.params)));
  by("shown").hidden = false;
}

function open_recording() {
  const {run} = address.read(), found = recorded.all.find(one => recording_name(one) === run);
  if (recorded.all.length === 0) return;
  show_recording(found ?? recorded.all[0]);
  by("recording").value = recording_name(found ?? recorded.all[0]);
  if (run && !found) by("error").textContent = `There is no recording "${run}" here; this is the newest.`;
}

async function open_file(file) {
  const most = 8 << 20;
  let recording;
  try {
    if (file.size > most) throw new Error("too large");
    recording = JSON.parse(await file.text());
  } catch { recording = null; }
  show_recording(recording);
}

(async () => {
  recorded.all = globalThis.sweeplab_recordings ?? [];
  recorded.engine = await load_engine();
  const name = one => [recording_name(one), `${one.engine}, ${machine_of(one)}, ${one.date.slice(0, 10)}`];
  fill_select(by("recording"), recorded.all.length ? recorded.all.map(name) : [["", "There are none in this copy of the site."]]);
  by("recording").disabled = recorded.all.length === 0;
  by("recording").addEventListener("change", () => {
    address.write({run: by("recording").value}, true);
    open_recording();
  });
  by("file").addEventListener("change", () => by("file").files[0] && open_file(by("file").files[0]));
  open_recording();
  addEventListener("hashchange", open_recording);
  set_ready("yes");
})().catch(error => {
  show_notice(sentence_of(error));
  set_ready("failed");
});
