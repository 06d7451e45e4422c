// The broken lesson: its name, a guess of what goes wrong and where, and then both compared with what happens.
"use strict";

/// What a result can be, of a sort and of a lesson that is none.
const kOutcomes = {
  right: "the result is right all the same",
  order: "the keys are not in order",
  lost: "pairs are lost, others are there twice",
  stable: "in order, but equal keys have changed places",
  numbers: "some numbers are wrong",
};

/// What happened, as a name of kOutcomes. `json`: the lesson as the program writes it.
function outcome_of(json) {
  if (!json.broken?.wrong) return "right";
  if (json.sorted === null) return "numbers";
  const keys = json.sorted_keys, values = json.sorted_values;
  if (new Set(values).size < json.keys.length) return "lost";
  if (keys.some((key, i) => i > 0 && keys[i - 1] > key)) return "order";
  return "stable";
}

class BrokenGuess {
  /// `go(step)`: shows a stage of the first lesson.
  constructor(go) {
    this.go = go;
    by("guess-form").addEventListener("submit", event => {
      event.preventDefault();
      this.reveal();
    });
  }

  /// Asks about the broken lesson of a pane; hides itself where it is not broken.
  ask(pane, name) {
    this.pane = pane;
    const {broken, steps} = pane.lesson;
    by("broken").hidden = !broken;
    by("broken-answer").hidden = true;
    if (!broken) return;
    by("broken-name").textContent = `The model runs with "${name}".`;
    this.json = pane.engine.json("sl_json", pane.params).lessons[0];
    const no_sort = this.json.sorted === null;
    fill_select(by("guess"), [
      ["", "choose"],
      ...Object.entries(kOutcomes).filter(([one]) => one === "right" || (one === "numbers") === no_sort)
    ]);
    fill_select(by("guess-stage"), [
      ["", "choose"], ["-1", "in none"],
      ...steps.map((step, i) => [i, `${i + 1} ${step.stage}${step.pass >= 0 ? `, pass ${step.pass}` : ""}`])
    ]);
  }

  /// "Right: ...", "Not right: ...": a guess beside what happens; without a guess what happens.
  static compared(guess, happened, sentence) {
    if (guess === "") return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
    return `${guess === String(happened) ? "Right" : "Not right"}: ${sentence}.`;
  }

  reveal() {
    const {broken, steps} = this.pane.lesson, at = broken.first_step, happened = outcome_of(this.json);
    const where = at < 0 ? "no stage differs from the right model" : `stage ${at + 1}, ${steps[at].stage}, is the first that differs`;
    const answer = by("broken-answer");
    answer.replaceChildren(
        make("p", {class: "compared"}, BrokenGuess.compared(by("guess").value, happened, kOutcomes[happened])),
        make("p", {class: "compared"}, BrokenGuess.compared(by("guess-stage").value, at, where)),
        make("p", {}, make("strong", {}, broken.title), ". ", broken.sentence ?? ""));
    if (broken.wrong) answer.append(make("p", {}, `First wrong: ${broken.what}.`));
    if (at >= 0) answer.append(make("button", {type: "button", onclick: () => this.go(at)}, `Go to stage ${at + 1}`));
    answer.hidden = false;
    by("stages").querySelector(`[data-index="${at}"]`)?.classList.add("wrong");
  }
}
