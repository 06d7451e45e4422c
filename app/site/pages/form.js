// The lesson's form: which lesson on which keys. Reads and writes parameters; what they mean is the program's.
"use strict";

const kParameters = ["n", "seed", "input", "keys", "break", "tile", "warp", "digit_bits", "slow_tile"];
const kSizes = {tile: "tiles", warp: "warps", digit_bits: "digit_bits"};  // and what a lesson of the catalog can have
const kSmallDigits = 2;  // of a lesson that comes to tiles of few pairs: 256 bins for 16 keys are no picture
const kSlowTiles = 16;  // tiles that begin at once in the lessons with look-back

class LessonForm {
  /// `onchange(values)`: something else is wished.
  constructor(catalog, onchange) {
    this.catalog = catalog;
    const names = catalog.lessons.flatMap(lesson => [lesson.name, ...lesson.variants]).map(name => [name, name]);
    fill_select(by("engine"), names);
    fill_select(by("beside"), [["", "none"], ...names]);
    by("kinds").replaceChildren(...catalog.inputs.map(kind => make("option", {value: kind.name ?? kind})));
    by("n").max = catalog.most_keys;
    by("form").addEventListener("submit", event => {
      event.preventDefault();
      onchange(this.values());
    });
    for (const id of ["engine", ...kParameters, "beside"])
      by(id).addEventListener("change", () => onchange(this.values(id)));
  }

  /// The entry of a lesson, or that of the lesson of which the name is a variant.
  lesson(name) { return this.catalog.lessons.find(lesson => lesson.name === name.split(":")[0]); }

  /// What the form says. `changed`: another lesson keeps the keys' number and seed, not what belongs to the last one.
  values(changed = "") {
    const engine = by("engine").value, values = {engine: by("beside").value ? engine + "," + by("beside").value : engine};
    for (const name of kParameters) values[name] = by(name).value.trim();
    if (changed === "engine") {
      for (const name of ["break", "slow_tile", ...this.sizes_without(engine, values)]) values[name] = "";
      if (values.tile && !values.digit_bits && this.lesson(engine).digit_bits.length > 1) values.digit_bits = kSmallDigits;
    }
    if (["n", "input", "seed"].includes(changed)) values.keys = "";
    return changed === "keys" && values.keys ? LessonForm.with_keys(values, values.keys) : values;
  }

  /// The sizes of the form that the lesson has not.
  sizes_without(engine, values) {
    return Object.keys(kSizes).filter(name => !this.lesson(engine)[kSizes[name]].includes(Number(values[name])));
  }

  /// Keys of one's own bring their number, and belong to no kind of input.
  static with_keys(values, keys) { return {...values, keys, n: "", input: "", seed: ""}; }

  /// Shows the parameters of a lesson.
  fill(values) {
    const [engine, beside] = values.engine.split(","), lesson = this.lesson(engine);
    by("engine").value = engine;
    by("beside").value = beside ?? "";
    fill_select(by("break"), [["", "nothing"], ...lesson.breaks.map(one => [one.name, one.name])]);
    for (const [name, list] of Object.entries(kSizes)) {
      fill_select(by(name), [["", "usual"], ...lesson[list].map(size => [size, String(size)])]);
      by(name + "_label").hidden = lesson[list].length < 2;
    }
    fill_select(by("slow_tile"), [["", "none"], ...Array.from({length: kSlowTiles}, (_, i) => [i, String(i)])]);
    by("break_label").hidden = lesson.breaks.length === 0;
    by("slow_tile_label").hidden = !lesson.waits;
    for (const name of kParameters) by(name).value = values[name] ?? "";
    by("n").placeholder = lesson.n;
    by("seed").placeholder = 1;
    by("input").placeholder = lesson.input;
  }

  /// The parameters as the program takes them: only those that are given, numbers as numbers.
  static params(engine, values) {
    const params = {engine};
    for (const name of kParameters) {
      const value = values[name];
      if (value === undefined || value === "") continue;
      const is_number = ["n", "seed", "tile", "warp", "digit_bits", "slow_tile"].includes(name);
      params[name] = is_number ? Number(value) : value;
    }
    return params;
  }

  refuse(sentence) {
    by("error").textContent = sentence;
    by("keys").toggleAttribute("aria-invalid", false);
    if (sentence && by("keys").value) by("keys").setAttribute("aria-invalid", "true");
  }
}

/// What an address without parameters shows: a lesson that is seen whole, and quickly drawn.
const kFirstLesson = {engine: "fourway", n: 16, tile: 4, warp: 4};

/// Takes what an address says apart: good values, and a sentence for each that is none.
function checked_values(given, catalog) {
  if (Object.keys(given).length === 0) return {values: {...kFirstLesson}, sentences: []};
  const values = {}, sentences = [];
  const names = String(given.engine ?? "").split(",").filter(Boolean);
  const known = names.filter(
      name => catalog.lessons.some(lesson => lesson.name === name || lesson.variants.includes(name)));
  for (const name of names)
    if (!known.includes(name)) sentences.push(`There is no lesson "${name}".`);
  values.engine = (known.length ? known.slice(0, 2) : [kFirstLesson.engine]).join(",");
  const limits = {
    n: [1, catalog.most_keys],
    seed: [0, 4294967295],
    tile: [4, 32],
    warp: [4, 32],
    digit_bits: [1, 16],
    slow_tile: [0, kSlowTiles - 1],
    step: [1, 10000],
    op: [0, 100000],
    step2: [1, 10000],
    op2: [0, 100000],
    follow: [0, catalog.most_keys - 1],
    pass: [0, 64]
  };
  for (const [name, [low, high]] of Object.entries(limits)) {
    if (given[name] === undefined) continue;
    const value = whole_number(given[name], low, high);
    if (value === undefined)
      sentences.push(`${name}=${given[name]}: a whole number from ${low} to ${high.toLocaleString("en")} is expected.`);
    else values[name] = value;
  }
  for (const name of ["input", "keys", "break"])
    if (given[name]) values[name] = given[name];
  for (const name of ["predict", "quiz", "whole", "panel"])
    if (given[name]) values[name] = given[name];
  return {values, sentences};
}
