// A question of a lesson's quiz as elements: what it is answered from, and the table of what it asks.
"use strict";

/// The program's text, else the stage's picture as it begins.
function question_given(question, step) {
  if (question.text) return make("pre", {class: "given", tabindex: 0}, question.text);
  const host = make("figure", {}), figure = new StepFigure(host);
  figure.set(step);
  figure.show(0);
  return host;
}

/// A table of the cells, elements or texts, one per word of the answer.
function question_table(question, cells) {
  const columns = question.columns || Math.min(16, cells.length), rows = [];
  const head =
      make("tr", {}, make("td", {}), ...Array.from({length: columns}, (_, i) => make("th", {scope: "col"}, String(i))));
  for (let first = 0; first < cells.length; first += columns)
    rows.push(make(
        "tr", {}, make("th", {scope: "row"}, String(question.columns ? first / columns : first)),
        ...cells.slice(first, first + columns).map(cell => make("td", {}, cell))));
  const name = question.hidden.startsWith("(") ? "keys after the stage" : question.hidden;
  return make(
      "div", {class: "scroll"},
      make("table", {class: "cells-in"}, make("caption", {}, name), make("thead", {}, head), make("tbody", {}, ...rows)));
}
