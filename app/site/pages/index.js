// The start page: one small lesson that plays by itself, unless movement is not wished.
"use strict";

(async () => {
  const engine = await load_engine(), catalog = engine.json("sl_catalog");
  const params = {engine: "fourway", keys: "3,9,1,14,6,12,0,7"}, lesson = engine.json("sl_lesson", params);
  const stages =
      lesson.steps.map((_, index) => index).filter(index => lesson.steps[index].ran && lesson.steps[index].stage === "map");
  by("small").textContent = "";
  const figure = new StepFigure(by("small"));
  let place = 0, operation = 0;
  const open = () => {
    const step = engine.json("sl_step", params, stages[place]);
    figure.set(step);
    by("small-text").textContent = `Pass ${place + 1} of ${stages.length}. ${step.sentence}`;
    operation = movement.still() ? figure.last : 0;
    figure.show(operation);
  };
  open();
  addEventListener("movementchange", open);
  setInterval(() => {
    if (movement.still() || document.hidden) return;
    if (operation < figure.last) figure.show(++operation);
    else {
      place = (place + 1) % stages.length;
      open();
    }
  }, 1100);
  by("lessons").replaceChildren(...catalog.lessons.map(
      one => make(
          "li", {},
          make(
              "a", {href: "lesson.html" + address.link({engine: one.name})}, make("strong", {}, one.name),
              make("span", {}, one.title)))));
  for (const release of document.querySelectorAll(".release")) release.textContent = catalog.version;
  by("version").textContent = `Version ${catalog.version}, commit ${catalog.commit}.`;
  set_ready("yes");
})().catch(error => {
  by("small").textContent = "";
  show_notice(sentence_of(error));
  set_ready("failed");
});
