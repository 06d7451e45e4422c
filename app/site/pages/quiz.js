// The quiz of a lesson: arrays with empty cells, each marked as soon as it is filled in.
"use strict";

class LessonQuiz {
  constructor(pane) {
    this.pane = pane;
    this.sheet = pane.root.querySelector(".sheet");
    this.seed = pane.root.querySelector(".quiz-seed");
    pane.root.querySelector(".ask").addEventListener("click", () => this.ask());
    this.seed.addEventListener("keydown", event => { if (event.key === "Enter") this.ask(); });
  }

  clear() {
    this.figures?.forEach(figure => figure.drop());
    this.figures = [];
    this.sheet.replaceChildren();
  }

  ask() {
    this.clear();
    const seed = whole_number(this.seed.value, 0, 4294967295);
    if (seed === undefined) {
      this.sheet.append(make("p", {class: "error", role: "alert"}, "The seed is a whole number."));
      return;
    }
    let questions;
    try { questions = this.pane.engine.json("sl_quiz", this.pane.params, seed); }
    catch (error) {
      this.sheet.append(make("p", {class: "error", role: "alert"}, sentence_of(error)));
      return;
    }
    if (questions.length === 0) this.sheet.append(make("p", {}, "Nothing moves and nothing is counted in this lesson: it has no quiz."));
    questions.forEach((question, number) => this.sheet.append(this.question(question, number)));
    this.sheet.querySelector("input")?.focus();
  }

  question(question, number) {
    const step = this.pane.step_at(question.step), count = question.answer.length;
    const status = make("p", {class: "score", role: "status", "aria-live": "polite"}, `${count} empty cells.`);
    const hint = make("p", {class: "hint", hidden: true}, step.sentence);
    const cells = question.answer.map((answer, i) => this.cell(answer, i, question));
    const section = make("section", {class: "question"}, make("h4", {}, `Question ${number + 1}, stage ${question.step + 1}: ${this.pane.stages[question.step].stage}`),
      make("p", {}, question.question), this.picture(step), this.grid(cells, question), status, hint,
      make("p", {}, make("button", {type: "button", onclick: () => this.show_answers(cells)}, "Show the answers")));
    section.addEventListener("cellchange", () => {
      const right = cells.filter(cell => cell.dataset.is === "right").length, wrong = cells.filter(cell => cell.dataset.is === "wrong").length;
      status.textContent = right === count ? `All ${count} cells are right.`
        : `${right} of ${count} right` + (wrong ? `, ${wrong} wrong: see the ringed cells.` : ".");
      hint.hidden = wrong === 0;
    });
    return section;
  }

  /// The stage as it begins: what the answer is computed from.
  picture(step) {
    const host = make("figure", {}), figure = new StepFigure(host);
    this.figures.push(figure);
    figure.set(step);
    figure.show(0);
    return host;
  }

  cell(answer, index, question) {
    const columns = question.columns || 0;
    const place = columns ? `row ${Math.floor(index / columns)}, column ${index % columns}` : `index ${index}`;
    const input = make("input", {type: "text", inputmode: "numeric", "aria-label": `${question.hidden}, ${place}`, size: 3, maxlength: 10});
    input.dataset.answer = answer;
    input.addEventListener("change", () => this.judge(input));
    input.addEventListener("input", () => { if (input.value.length >= String(answer).length || input.dataset.is) this.judge(input); });
    input.addEventListener("keydown", event => {
      const step = {ArrowRight: 1, Enter: 1, ArrowLeft: -1, ArrowDown: columns || 16, ArrowUp: -(columns || 16)}[event.key];
      if (!step || (event.key === "ArrowLeft" && input.selectionStart > 0) || (event.key === "ArrowRight" && input.selectionEnd < input.value.length)) return;
      event.preventDefault();
      const all = [...input.closest(".cells-in").querySelectorAll("input")];
      all[all.indexOf(input) + step]?.focus();
    });
    return input;
  }

  judge(input) {
    const text = input.value.trim();
    const value = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : NaN;
    if (text === "") delete input.dataset.is;
    else input.dataset.is = value === Number(input.dataset.answer) ? "right" : "wrong";
    if (input.dataset.is === "wrong") input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    input.dispatchEvent(new Event("cellchange", {bubbles: true}));
  }

  grid(cells, question) {
    const columns = question.columns || Math.min(16, cells.length), rows = [];
    const head = make("tr", {}, make("th", {}), ...Array.from({length: columns}, (_, i) => make("th", {scope: "col"}, String(i))));
    for (let first = 0; first < cells.length; first += columns)
      rows.push(make("tr", {}, make("th", {scope: "row"}, String(question.columns ? first / columns : first)),
        ...cells.slice(first, first + columns).map(cell => make("td", {}, cell))));
    return make("div", {class: "scroll"}, make("table", {class: "cells-in"}, make("caption", {}, question.hidden), make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  show_answers(cells) {
    for (const cell of cells) {
      cell.value = cell.dataset.answer;
      this.judge(cell);
    }
  }
}
