// A recording of `sweeplab teach ENGINE --record FILE` against the model's lesson of the same keys (sl_json), word by word.
"use strict";

/// Per pair, before and after a stage; the names are those of both files.
const kPairWords = ["keys_before", "values_before", "keys", "values"];

/// What is wrong with a file that should be a recording; "": nothing.
function recording_fault(file) {
  const words = list => Array.isArray(list) && list.length <= 65536 && list.every(Number.isInteger);
  const is_array = one => typeof one?.name === "string" && words(one.words) && (one.packed === undefined || words(one.packed));
  const is_step = one => typeof one?.stage === "string" && (one.pass === null || Number.isInteger(one.pass)) &&
      (one.ran === false ||
       (one.ran === true && kPairWords.every(name => words(one[name])) && Array.isArray(one.arrays) && one.arrays.every(is_array)));
  if (file?.kind !== "lesson") return "This is no file of `sweeplab teach ENGINE --record FILE`.";
  if (file.schema !== 1) return "This recording was written by another version of the program.";
  const texts = [file.engine, file.date, file.machine?.cpu, file.build?.commit];
  if (!texts.every(text => typeof text === "string") || typeof file.params !== "object" || !Array.isArray(file.arguments))
    return "This recording does not say where it comes from.";
  const is_whole = [file.keys, file.sorted_keys, file.sorted_values].every(words) && Array.isArray(file.steps) && file.steps.every(is_step);
  return is_whole ? "" : "This recording has arrays that are none.";
}

/// {name, recorded, model, differ}: two arrays of words and the indices at which they differ.
function compare_words(name, recorded = [], model = []) {
  const count = Math.max(recorded.length, model.length);
  return {name, recorded, model, differ: Array.from({length: count}, (_, i) => i).filter(i => recorded[i] !== model[i])};
}

/// The arrays of a stage beside each other, by name; one that only one of the two has differs in all of its words.
function compare_arrays(recorded, model) {
  const out = kPairWords.map(name => compare_words(name.replace("_", " "), recorded[name], model[name]));
  const find = (step, name) => step.arrays?.find(one => one.name === name);
  const names = new Set([...(recorded.arrays ?? []), ...(model.arrays ?? [])].map(one => one.name));
  for (const name of names) {
    const a = find(recorded, name), b = find(model, name);
    out.push(compare_words(name, a?.words, b?.words));
    if (a?.packed || b?.packed) out.push(compare_words(`${name}, packed`, a?.packed, b?.packed));
  }
  return out.filter(one => one.recorded.length + one.model.length > 0);
}

/// [{title, index, arrays, sentence, agrees, words}]: a stage each, and the result. `index` is that of the lesson's stage.
function compare_recording(recording, model) {
  const title = step => step.stage + (step.pass === null ? "" : `, pass ${step.pass}`);
  const stages = [];
  for (let index = 0; index < Math.max(recording.steps.length, model.steps.length); ++index) {
    const a = recording.steps[index], b = model.steps[index], name = `${index + 1} ${title(a ?? b)}`;
    let sentence = "";
    if (!a || !b) sentence = `only ${a ? "the recording" : "the model"} has this stage`;
    else if (title(a) !== title(b)) sentence = `the model has ${title(b)} here`;
    else if (a.ran !== b.ran) sentence = `only ${a.ran ? "the recording" : "the model"} ran it`;
    else if (!a.ran) sentence = "skipped by both";
    const compared = a?.ran && b?.ran && title(a) === title(b);
    stages.push({title: name, index, sentence, arrays: compared ? compare_arrays(a, b) : [], agrees: compared || sentence === "skipped by both"});
  }
  const result = ["sorted_keys", "sorted_values"].map(name => compare_words(name.replace("_", " "), recording[name], model[name]));
  stages.push({title: "Result", index: null, sentence: "", arrays: result, agrees: true});
  for (const stage of stages) {
    stage.words = stage.arrays.reduce((sum, one) => sum + one.recorded.length, 0);
    stage.agrees = stage.agrees && stage.arrays.every(one => one.differ.length === 0);
  }
  return stages;
}
