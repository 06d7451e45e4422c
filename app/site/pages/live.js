// The lesson of a command, live in a text: a picture with its operations, or the numbers of all stages.
"use strict";

/// The link to the page that shows the same as a parsed command.
function command_link(parsed) {
  if (parsed.page === "world") return "world.html" + address.link(parsed.params);
  const values = {...parsed.params, engine: [parsed.params.engine, ...(parsed.beside ?? [])].join(",")};
  if (parsed.first !== undefined) values.step = parsed.first + 1;
  if (parsed.pass !== undefined) values.pass = parsed.pass;
  if (parsed.quiz) values.quiz = parsed.params.seed ?? 1;
  return "lesson.html" + address.link(values);
}

class LiveFigure {
  /// Fills `host` with what the parsed command shows. A refusal of the program is thrown.
  constructor(engine, host, parsed) {
    this.engine = engine;
    this.host = host;
    const names = [parsed.params.engine, ...(parsed.beside ?? [])];
    if (parsed.brief) host.append(...this.brief(names, parsed));
    else names.forEach(name => this.figure({...parsed.params, engine: name}, parsed));
  }

  /// The indices of the stages that the command names.
  stages(lesson, parsed) {
    let all = lesson.steps.map((_, index) => index);
    if (parsed.pass !== undefined) all = all.filter(index => lesson.steps[index].pass === Number(parsed.pass));
    if (parsed.first !== undefined) all = all.filter(index => parsed.first <= index && index <= parsed.last);
    return all.length ? all : [0];
  }

  figure(params, parsed) {
    const lesson = this.engine.json("sl_lesson", params), stages = this.stages(lesson, parsed);
    const title = make("p", {class: "live-title"}), sentence = make("p", {class: "small"}), host = make("figure", {});
    const now = make("p", {class: "now small", role: "status", "aria-live": "polite"});
    const scrub = make("input", {type: "range", min: 0, "aria-label": "Operation"});
    const figure = new StepFigure(host);
    let place = Math.max(
        0,
        stages.findIndex(
            index => lesson.steps[index].ran && (stages.length < 4 || !/order check/.test(lesson.steps[index].stage))));
    const show = operation => {
      figure.show(operation);
      scrub.value = operation;
      now.textContent = operation > 0 ? figure.step.operations[operation - 1] : "The stage begins.";
    };
    const open = operation => {
      const step = this.engine.json("sl_step", params, stages[place]);
      title.textContent = step.title;
      sentence.textContent = step.sentence;
      host.hidden = row.hidden = now.hidden = !step.ran;
      previous.disabled = place === 0;
      next.disabled = place === stages.length - 1;
      if (!step.ran) return;
      figure.set(step);
      scrub.max = figure.last;
      show(operation ?? figure.last);
      if (operation === undefined) now.textContent = "";
    };
    const button = (text, label, onclick) => make("button", {type: "button", "aria-label": label, title: label, onclick}, text);
    const back = button("\u2190", "One operation back", () => show(Math.max(0, figure.operation - 1)));
    const on = button("\u2192", "One operation on", () => show(figure.operation < figure.last ? figure.operation + 1 : 0));
    const previous = button("Stage back", "Previous stage", () => {
      --place;
      open();
    });
    const next = button("Next stage", "Next stage", () => {
      ++place;
      open();
    });
    const row = make("div", {class: "row"}, back, on, scrub);
    scrub.addEventListener("input", () => show(Number(scrub.value)));
    this.host.append(title, sentence, host, now, row);
    if (stages.length > 1) this.host.append(make("div", {class: "row"}, previous, next));
    open();
  }

  /// The numbers of the stages as a table, for the commands that print no arrays.
  numbers(params, parsed, arrays) {
    const lesson = this.engine.json("sl_lesson", params), kept = this.stages(lesson, parsed);
    const long = 48;  // a value per warp is for the lesson's page
    const rows = kept.map(index => {
      const step = lesson.steps[index], numbers = (arrays.steps[index].numbers ?? []).filter(one => one.value.length < long);
      return make(
          "tr", {}, make("th", {scope: "row"}, `${index + 1} ${step.stage}` + (step.pass >= 0 ? `, pass ${step.pass}` : "")),
          make("td", {}, step.ran ? numbers.map(one => `${one.name} ${one.value}`).join("; ") : step.sentence));
    });
    const {broken} = lesson,
          result = broken?.wrong ? `Wrong: ${broken.what}.` :
        broken ? "The result is right with these keys." :
                 lesson.result;
    return make(
        "div", {class: "brief"},
        make("table", {}, make("caption", {}, `${lesson.engine}: ${lesson.input}`), make("tbody", {}, ...rows)),
        ...(result ? [make("p", {}, result)] : []));
  }

  /// Several lessons on the same keys: their totals beside each other, the stages folded below.
  brief(names, parsed) {
    const all = names.map(engine => {
      const params = {...parsed.params, engine}, whole = this.engine.json("sl_json", params);
      return {params, arrays: whole.lessons?.[0] ?? whole};
    });
    if (all.length === 1) return [this.numbers(all[0].params, parsed, all[0].arrays)];
    const keys = [...new Set(all.flatMap(one => Object.keys(one.arrays.totals ?? {})))];
    const head =
        make("tr", {}, make("td", {}), ...all.map(one => make("th", {scope: "col", class: "number"}, one.arrays.engine)));
    const rows = keys.map(
        key => make(
            "tr", {}, make("th", {scope: "row"}, key.replaceAll("_", " ")),
            ...all.map(one => make("td", {class: "number"}, (one.arrays.totals?.[key] ?? "").toLocaleString("en")))));
    const stages = all.map(
        one => make(
            "details", {}, make("summary", {}, `Stages of ${one.arrays.engine}`), this.numbers(one.params, parsed, one.arrays)));
    return [make("div", {class: "brief"}, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))), ...stages];
  }
}
