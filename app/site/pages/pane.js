// One lesson on the page: its stages, the picture of the one that is shown, and what belongs to that stage.
"use strict";

class LessonPane {
  /// `engine`: the program. `onchange(pane)`: another stage or operation is shown. `onpick(pane, pair)`: a key was clicked.
  constructor(engine, {onchange, onpick, onfocus}) {
    this.engine = engine;
    this.words = new Map(engine.json("sl_words").map(one => [one.word.toLowerCase(), one.meaning]));
    this.onchange = onchange;
    this.root = by("pane").content.firstElementChild.cloneNode(true);
    const part = name => this.root.querySelector(name);
    this.parts = {
      title: part("h1"),
      facts: part(".facts"),
      stage: part("h2"),
      sentence: part(".sentence"),
      figure: part("figure"),
      numbers: part(".numbers table"),
      questions: part(".questions"),
      command: part(".command code"),
      sheet: part(".to-sheet"),
      predict: part(".predict"),
      verdict: part(".verdict"),
      text: part(".arrays pre"),
      code: part(".code"),
      arrays: part(".arrays")
    };
    this.figure = new StepFigure(this.parts.figure);
    this.figure.onpick = pair => onpick(this, pair);
    this.figure.find_places = () => this.places(this.index);
    this.quiz = new LessonQuiz(this);
    this.root.addEventListener("pointerdown", () => onfocus(this));
    this.root.addEventListener("focusin", () => onfocus(this));
    this.parts.predict.addEventListener("submit", event => {
      event.preventDefault();
      this.reveal_prediction();
    });
    part(".copy").addEventListener("click", event => this.copy_command(event.target));
    part(".save").addEventListener("click", () => this.save_picture());
    part(".print").addEventListener("click", () => print());
    this.parts.arrays.addEventListener("toggle", () => this.fill_text());
    this.predicting = false;
    this.pair = null;  // that is followed
    this.index = 0;
    this.operation = 0;
  }

  /// Makes the lesson; a refusal of the program is thrown, and what was shown stays.
  load(params) {
    const lesson = this.engine.json("sl_lesson", params);
    if (lesson.steps.length === 0) throw new Refused("No stage is needed with so few keys.");
    this.params = params;
    this.lesson = lesson;
    this.arrays = null;
    this.steps = new Map();
    this.parts.title.textContent = lesson.title;
    // The source of a broken lesson says what is broken: that is to be guessed first.
    this.parts.facts.textContent = `${lesson.engine}: ${lesson.input}` + (lesson.broken ? "" : `; ${lesson.source}`);
    this.parts.command.textContent = this.engine.text("sl_command", params);
    this.quiz.clear();
    const n = lesson.keys.length;
    this.parts.sheet.hidden = Boolean(params.keys) || Boolean(params.input);  // a sheet has keys of its own
    this.parts.sheet.href = "sheets.html" + address.link({engine: lesson.engine, n: n >= 8 && n <= 16 ? n : 16, seed: params.seed});
  }

  get last() { return this.step?.operations?.length ?? 0; }
  get stages() { return this.lesson.steps; }

  step_at(index) {
    let step = this.steps.get(index);
    if (!step) this.steps.set(index, step = this.engine.json("sl_step", this.params, index));
    if (this.steps.size > 6) this.steps.delete(this.steps.keys().next().value);
    return step;
  }

  /// The pairs before and after a stage, for following a key; null where nothing is a sort of pairs.
  places(index) {
    this.arrays ??= this.engine.json("sl_json", this.params);
    const step = (this.arrays.lessons?.[0] ?? this.arrays).steps?.[index];
    if (!step?.values_before) return null;
    return {
      before: step.values_before,
      after: step.values ?? step.values_before,
      keys_before: step.keys_before,
      keys_after: step.keys ?? step.keys_before
    };
  }

  /// Whether each stage asks before it is shown; the next one that is shown does.
  predict(on) {
    if (this.predicting !== on) this.shown_lesson = null;
    this.predicting = on;
  }

  /// Shows a stage after so many operations; `operation` undefined: complete, or at its beginning to be predicted.
  show(index, operation) {
    const fresh = index !== this.index || this.step === undefined || this.shown_lesson !== this.lesson;
    this.index = Math.max(0, Math.min(this.stages.length - 1, index));
    if (fresh) this.open_stage();
    const hidden = this.predicting && !this.revealed;
    this.operation = operation === undefined || hidden ? (hidden ? 0 : this.last) : Math.max(0, Math.min(this.last, operation));
    this.whole = operation === undefined;
    if (this.step.ran) this.figure.show(this.operation);
    this.light_code();
    this.onchange(this);
  }

  open_stage() {
    const step = this.step = this.step_at(this.index), at = this.stages[this.index];
    this.shown_lesson = this.lesson;
    this.revealed = false;
    this.parts.stage.textContent = `Stage ${this.index + 1} of ${this.stages.length}: ${at.stage}`;
    if (at.pass >= 0) this.parts.stage.append(" ", make("span", {class: "soft"}, `pass ${at.pass}`));
    this.parts.sentence.replaceChildren(...with_words(step.sentence, this.words));
    this.parts.figure.hidden = !step.ran;
    if (step.ran) { this.figure.set(step); }
    this.parts.numbers.replaceChildren(
        ...(step.numbers ?? [])
            .map(
                one => make(
                    "tr", {}, make("th", {scope: "row"}, one.name), make("td", {class: "number"}, one.value),
                    make("td", {class: "soft small"}, one.meaning))));
    this.parts.numbers.parentElement.hidden = !step.numbers?.length;
    this.parts.questions.replaceChildren(
        make("h3", {}, "Questions"),
        ...(step.questions ?? []).map(one => make("details", {}, make("summary", {}, one.question), make("p", {}, one.answer))));
    this.parts.questions.hidden = !step.questions?.length;
    this.fill_code();
    this.fill_text();
    this.ask_prediction();
    this.follow(this.pair);
  }

  /// The lines of the engine's source that do the stage.
  fill_code() {
    const code = this.step.code;
    this.parts.code.hidden = !code;
    if (!code) return;
    this.parts.code.querySelector(".soft").textContent = code.place;
    this.parts.code.querySelector("pre").replaceChildren(...code.lines.map(line => make("span", {}, line + "\n")));
  }

  /// Marks those lines that do what the current operation shows.
  light_code() {
    const lit = this.whole ? [] : this.step.code?.lit[this.operation - 1] ?? [];
    [...this.parts.code.querySelectorAll("pre span")].forEach((line, i) => line.classList.toggle("lit", lit.includes(i)));
  }

  fill_text() {
    if (this.parts.arrays.open) this.parts.text.textContent = this.step?.text ?? "";
  }

  /// Rings the cells of a pair (its index in the input) in the picture; null: of none.
  follow(pair) {
    this.pair = pair;
    const marked = pair ?? (this.parts.predict.hidden ? null : this.asked?.pair ?? null);
    if (marked !== null && this.step?.ran) this.figure.places ??= this.places(this.index);
    this.figure.mark(marked);
  }

  /// What is asked before the stage is shown: where a key goes, else the stage's own question.
  ask_prediction() {
    const form = this.parts.predict, open = this.predicting && this.step.ran;
    form.hidden = !open;
    this.parts.verdict.hidden = true;
    if (!open) return;
    const places = this.places(this.index), label = form.querySelector("span"), input = form.querySelector("input");
    input.value = "";
    this.asked = null;
    const moves = places && places.before.some((pair, i) => places.after[i] !== pair);
    if (moves) {
      const n = places.before.length, second_tile = this.arrays.lessons?.[0]?.tile_pairs ?? 32;
      const usual = second_tile < n ? second_tile : n >> 1;
      const chosen = this.pair === null ? usual : Math.max(0, places.before.indexOf(this.pair));
      this.asked = {
        pair: places.before[chosen],
        key: places.keys_before[chosen],
        from: chosen,
        to: places.after.indexOf(places.before[chosen])
      };
      label.textContent = `Predict: key ${this.asked.key} is at index ${chosen}. At which index is it after this stage?`;
    } else {
      const question = this.step.questions?.[0]?.question ?? "What will the last row of the picture show?";
      label.textContent = `Predict: ${question}`;
    }
  }

  reveal_prediction() {
    const given = this.parts.predict.querySelector("input").value.trim();
    const verdict = this.parts.verdict, asked = this.asked;
    const right = asked && given !== "" && Number(given) === asked.to;
    if (asked)
      verdict.textContent = `${
          right            ? "Right" :
              given === "" ? "The answer" :
                             "Not so"}: key ${asked.key} goes from index ${asked.from} to ${asked.to}.`;
    else verdict.textContent = this.step.questions?.[0]?.answer ?? "";
    verdict.classList.toggle("wrong", Boolean(asked && given !== "" && !right));
    verdict.hidden = verdict.textContent === "";
    this.revealed = true;
    this.parts.predict.hidden = true;
    this.show(this.index, undefined);
  }

  async copy_command(button) {
    const done = await copy_text(this.parts.command.textContent, this.parts.command);
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  }

  save_picture() {
    if (this.step.ran) save_file(`${this.lesson.engine}-stage-${this.index + 1}.svg`, "image/svg+xml", this.figure.svg_text());
  }
}

/// A sentence with a link at the first place of each word that the glossary has; the longest word wins.
function with_words(sentence, words) {
  const out = [], seen = new Set(), all = [...words.keys()].sort((a, b) => b.length - a.length);
  const found = new RegExp(`\\b(${all.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?:s|es)?\\b`, "gi");
  let done = 0;
  for (const match of sentence.matchAll(found)) {
    const word = match[1].toLowerCase();
    if (seen.has(word)) continue;
    seen.add(word);
    out.push(
        sentence.slice(done, match.index),
        make("a", {class: "word", href: "words.html" + address.link({word}), title: words.get(word)}, match[0]));
    done = match.index + match[0].length;
  }
  return [...out, sentence.slice(done)];
}
