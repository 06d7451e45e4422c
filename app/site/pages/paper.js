// On paper each stage that ran has a page of its own, complete.
"use strict";

class Paper {
  constructor(current) {
    addEventListener("beforeprint", () => this.fill(current()));
    addEventListener("afterprint", () => this.clear());
  }

  fill(panes) {
    this.clear();
    for (const pane of panes) {
      pane.stages.forEach((stage, index) => {
        if (!stage.ran) return;
        const step = pane.engine.json("sl_step", pane.params, index), host = make("figure", {});
        const figure = new StepFigure(host);
        figure.set(step);
        figure.show(figure.last);
        const numbers = (step.numbers ?? []).map(one => `${one.name}: ${one.value}`).join("; ");
        by("paper").append(make(
            "section", {class: "sheet-of-paper"}, make("h2", {}, step.title),
            make("p", {class: "facts"}, `${pane.lesson.title}. ${pane.lesson.input}`), make("p", {}, step.sentence), host,
            make("p", {class: "facts"}, numbers)));
      });
    }
  }

  clear() { by("paper").replaceChildren(); }
}
