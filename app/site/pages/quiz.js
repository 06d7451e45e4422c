// The quiz of a lesson: arrays with empty cells, each marked as soon as it is filled in.
"use strict";

const kMostCells = 32;

/// Which of `count` cells are asked: all of a few, else as many as kMostCells: the first 16, 8 around the border of the
/// first two tiles (of `tile` cells; where there is none, around the middle), and the last 8.
function cells_asked(count, tile) {
  if (count <= kMostCells) return {cells: Array.from({length: count}, (_, i) => i), said: ""};
  const has_border = tile >= 20 && tile + 4 <= count - 8, border = has_border ? tile : count >> 1;
  const ranges = [[0, 16], [Math.max(16, border - 4), Math.min(count - 8, border + 4)], [count - 8, count]];
  const cells = ranges.flatMap(([from, to]) => Array.from({length: Math.max(0, to - from)}, (_, i) => from + i));
  const where = has_border ? "at the border of the first two tiles" : "in the middle";
  return {cells, said: ` Of ${count} cells ${cells.length} are asked: the first 16, 8 ${where}, and the last 8.`};
}

class LessonQuiz {
  constructor(pane) {
    this.pane = pane;
    this.sheet = pane.root.querySelector(".sheet");
    this.seed = pane.root.querySelector(".quiz-seed");
    pane.root.querySelector(".ask").addEventListener("click", () => this.ask());
    this.seed.addEventListener("keydown", event => {
      if (event.key === "Enter") this.ask();
    });
  }

  clear() { this.sheet.replaceChildren(); }

  ask() {
    this.clear();
    const seed = whole_number(this.seed.value, 0, 4294967295);
    if (seed === undefined) {
      this.sheet.append(make("p", {class: "error", role: "alert"}, "The seed is a whole number."));
      return;
    }
    this.seed_asked = String(seed);
    let questions;
    try {
      questions = this.pane.engine.json("sl_quiz", this.pane.params, String(seed));
    } catch (error) {
      this.sheet.append(make("p", {class: "error", role: "alert"}, sentence_of(error)));
      return;
    }
    if (questions.length === 0)
      this.sheet.append(make("p", {}, "Nothing moves and nothing is counted in this lesson: it has no quiz."));
    questions.forEach((question, number) => this.sheet.append(this.question(question, number)));
    this.sheet.querySelector("input")?.focus();
  }

  question(question, number) {
    const step = this.pane.step_at(question.step), tile = question.columns ? 0 : this.pane.lesson.tile;
    const chosen = cells_asked(question.answer.length, tile), asked = new Set(chosen.cells), count = asked.size;
    const status = make("p", {class: "score", role: "status", "aria-live": "polite"}, `${count} empty cells.${chosen.said}`);
    const hint = make("p", {class: "hint", hidden: true}, step.sentence);
    const all = question.answer.map((_, i) => asked.has(i) ? this.cell(i, question) : make("span", {class: "soft"}, "\u00b7"));
    const cells = chosen.cells.map(i => all[i]);
    const fill = () => {
      cells.forEach((cell, i) => {
        cell.value = question.answer[chosen.cells[i]];
      });
      check();
    };
    const check = () => {
      const words = all.map(cell => cell.value?.trim() ?? "");
      const marks = this.pane.engine.json("sl_quiz_check", this.pane.params, this.seed_asked, number, words);
      cells.forEach((cell, i) => {
        const is = cell.value.trim() === "" ? "" : marks.right[chosen.cells[i]] ? "right" : "wrong";
        cell.dataset.is = is;
        cell.toggleAttribute("aria-invalid", false);
        if (is === "wrong") cell.setAttribute("aria-invalid", "true");
      });
      const wrong = cells.filter(cell => cell.dataset.is === "wrong").length, right = cells.filter(cell => cell.dataset.is === "right").length;
      status.textContent =
          right === count ? `All ${count} are right.` : `${right} of ${count} right` + (wrong ? `, ${wrong} wrong (ringed).` : ".");
      hint.hidden = wrong === 0;
    };
    for (const cell of cells) {
      cell.addEventListener("change", check);
      // A number that may still grow is marked when the cell is left.
      cell.addEventListener("input", () => {
        if (cell.value.length >= String(question.answer[all.indexOf(cell)]).length || cell.dataset.is) check();
      });
    }
    return make(
        "section", {class: "question"},
        make("h4", {}, `Question ${number + 1}, stage ${question.step + 1}: ${this.pane.stages[question.step].stage}`),
        make("p", {}, question.question), question_given(question, step), question_table(question, all), status, hint,
        make("p", {}, make("button", {type: "button", onclick: fill}, "Show the answers")));
  }

  cell(index, question) {
    const columns = question.columns || 0;
    const place = columns ?
        `${question.row || "row"} ${Math.floor(index / columns)}, ${question.column || "column"} ${index % columns}` :
        `index ${index}`;
    const input =
        make("input", {type: "text", inputmode: "numeric", "aria-label": `${question.hidden}, ${place}`, size: 3, maxlength: 10});
    input.addEventListener("keydown", event => {
      const step = {ArrowRight: 1, Enter: 1, ArrowLeft: -1, ArrowDown: columns || 16, ArrowUp: -(columns || 16)}[event.key];
      if (!step || (event.key === "ArrowLeft" && input.selectionStart > 0) ||
          (event.key === "ArrowRight" && input.selectionEnd < input.value.length))
        return;
      event.preventDefault();
      const all = [...input.closest(".cells-in").querySelectorAll("input")];
      all[all.indexOf(input) + step]?.focus();
    });
    return input;
  }
}
