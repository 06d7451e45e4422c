// Question sheets: the quiz of a lesson on paper, with empty boxes, or for the lecturer with the answers.
"use strict";

const kFields = ["engine", "n", "seed"];

function show_sheet(engine) {
  const {answers, ...values} = address.read();
  const params = {engine: values.engine || "fourway", n: whole_number(values.n ?? 16, 8, 16)}, seed = whole_number(values.seed ?? 1, 0, 4294967295);
  by("error").textContent = "";
  by("sheet").replaceChildren();
  try {
    if (params.n === undefined) throw new Refused("A sheet is made of 8 to 16 keys.");
    if (seed === undefined) throw new Refused("The seed is a whole number.");
    params.seed = seed;
    const lesson = engine.json("sl_lesson", params), questions = engine.json("sl_quiz", params, String(seed));
    by("sheet").append(
        make("h2", {}, `${lesson.engine}: ${lesson.title}${answers ? " (answers)" : ""}`),
        make("p", {class: "soft"}, `Keys: ${lesson.keys.join(" ")} (${lesson.input}).`), make("p", {class: "name-line"}, "Name:"));
    if (questions.length === 0) by("sheet").append(make("p", {}, "With these keys no stage of this lesson has a question."));
    questions.forEach((question, i) => by("sheet").append(make(
        "section", {class: "question"}, make("h3", {}, `${i + 1}. Stage ${question.step + 1}: ${lesson.steps[question.step].stage}`), make("p", {}, question.question),
        question_given(question, engine.json("sl_step", params, question.step)),
        question_table(question, question.answer.map(word => answers ? String(word) : "")))));
  } catch (error) {
    by("error").textContent = sentence_of(error);
    by("command").textContent = "";
    return;
  }
  by("engine").value = params.engine;
  by("n").value = values.n ?? 16;
  by("seed").value = values.seed ?? 1;
  by("answers").checked = Boolean(answers);
  const {n} = params;
  by("quiz").href = "lesson.html" + address.link({engine: params.engine, n, seed, quiz: seed});
  by("command").textContent = `sweeplab teach ${params.engine} --quiz -n ${n} --seed ${seed}${answers ? " --answers" : ""} -o sheet.pdf`;
}

(async () => {
  const engine = await load_engine(), lessons = engine.json("sl_catalog").lessons;
  fill_select(by("engine"), lessons.map(one => [one.name, one.name]));
  const asked = () => {
    address.write({...Object.fromEntries(kFields.map(name => [name, by(name).value])), answers: by("answers").checked ? 1 : ""}, true);
    show_sheet(engine);
  };
  by("form").addEventListener("change", asked);
  by("form").addEventListener("submit", event => event.preventDefault());
  by("print").addEventListener("click", () => print());
  show_sheet(engine);
  addEventListener("hashchange", () => show_sheet(engine));
  set_ready("yes");
})().catch(error => {
  show_notice(sentence_of(error));
  set_ready("failed");
});
