// The lesson page: one lesson or two beside each other, driven by the form, the bar, the keyboard and the address.
"use strict";

const page = {
  engine: null,
  catalog: null,
  form: null,
  guess: null,
  panes: [],
  current: null,
  values: {},
  timer: 0,
  whole: false
};

/// What of the address is where the reader is, not which lesson it is.
const kPlace = ["step", "op", "step2", "op2", "follow", "pass"];

function place_of(pane) {
  const second = page.panes.indexOf(pane) === 1 ? "2" : "";
  return {
    ["step" + second]: pane.index + 1,
    ["op" + second]: pane.whole || pane.operation === pane.last ? undefined : pane.operation
  };
}

/// Writes the state into the address; a stage or lesson is a step for the back button, an operation is not.
function write_address(push) {
  const values = {...page.values};
  for (const name of kPlace) delete values[name];
  for (const pane of page.panes) Object.assign(values, place_of(pane));
  const pair = page.panes[0]?.pair;
  if (typeof pair === "number") values.follow = pair;
  if (page.whole) values.whole = 1;
  address.write(values, push);
}

/// Makes the lessons of `values`; returns whether the program took them.
function open_lessons(values) {
  const names = values.engine.split(",");
  const first = LessonForm.params(names[0], values);
  try {
    while (page.panes.length < names.length) add_pane();
    page.panes[0].load(first);
    if (names[1]) page.panes[1].load({engine: names[1], keys: page.panes[0].lesson.keys.join(",")});
  } catch (error) {
    if (page.panes.length > names.length || !page.panes[0].lesson || !page.panes.at(-1).lesson)
      drop_panes(page.panes[0].lesson ? 1 : 0);
    page.form.refuse(sentence_of(error));
    return false;
  }
  drop_panes(names.length);
  page.form.refuse("");
  page.values = values;
  page.form.fill(values);
  by("panes").classList.toggle("two", names.length === 2);
  document.title = `${names.join(" and ")}: Sweeplab`;
  page.guess.ask(page.panes[0], values.break);
  return true;
}

function add_pane() {
  const pane = new LessonPane(page.engine, {
    onchange: show_bar,
    onpick: (_, pair) => follow(page.panes[0].pair === pair ? null : pair),
    onfocus: one => set_current(one),
  });
  drag_keys(pane, keys => wish(LessonForm.with_keys(page.form.values(), keys.join(", "))));
  page.panes.push(pane);
  by("panes").append(pane.root);
}

function drop_panes(count) {
  while (page.panes.length > count) page.panes.pop().root.remove();
  if (!page.panes.includes(page.current)) page.current = page.panes[0] ?? null;
}

function set_current(pane) {
  if (page.current === pane) return;
  page.current = pane;
  stop();
  show_bar(pane);
}

/// Shows a place: the stages of the address, or the first one that does something.
function show_place(values) {
  page.current = null;  // the bar is shown once, at the end
  if (page.panes[0]) follow(values.follow ?? null, false);
  page.panes.forEach((pane, which) => {
    const second = which ? "2" : "", pass = values.pass;
    let index = values["step" + second] !== undefined ? values["step" + second] - 1 : -1;
    if (index < 0 && pass !== undefined) index = pane.stages.findIndex(stage => stage.pass === pass);
    if (index < 0) index = Math.max(0, pane.stages.findIndex(stage => stage.ran && !/order check/.test(stage.stage)));
    pane.predict(Boolean(values.predict));
    pane.show(index, values["op" + second]);
  });
  by("predict").checked = Boolean(values.predict);
  page.current = page.panes[0];
  list_stages();
  show_bar(page.current);
}

function follow(pair, write = true) {
  for (const pane of page.panes) pane.follow(pair);
  by("follow").value = pair ?? "";
  if (write) write_address(false);
}

/// The list of the stages, a heading per pass.
function list_stages() {
  const pane = page.current, lists = [];
  let pass;
  pane.stages.forEach((stage, index) => {
    if (stage.pass !== pass || !lists.length) {
      pass = stage.pass;
      if (pass >= 0) lists.push(make("h3", {}, `Pass ${pass}`));
      lists.push(make("ol", {start: index + 1}));
    }
    lists.at(-1).append(make(
        "li", {},
        make(
            "button", {type: "button", class: stage.ran ? "" : "skipped", "data-index": index, onclick: () => go_stage(index)},
            `${index + 1} ${stage.stage}`, ...(stage.ran ? [] : [make("span", {class: "soft"}, " skipped")]))));
  });
  by("stages").replaceChildren(make("h2", {class: "unseen"}, "Stages"), ...lists);
}

function mark_stage() {
  for (const button of by("stages").querySelectorAll("button")) {
    const here = Number(button.dataset.index) === page.current.index;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here) {
      const list = by("panel"), box = button.getBoundingClientRect(), seen = list.getBoundingClientRect();
      if (box.bottom > seen.bottom || box.top < seen.top) list.scrollTop += box.top - seen.top - seen.height / 2;
    }
  }
}

/// The bar tells of the pane that was used last.
function show_bar(pane) {
  if (pane !== page.current || !pane.step) return;
  const {operation, last, step} = pane;
  by("scrub").max = last;
  by("scrub").value = operation;
  by("count").textContent =
      `stage ${pane.index + 1} of ${pane.stages.length}` + (last ? `, operation ${operation} of ${last}` : "");
  by("scrub").setAttribute("aria-valuetext", by("count").textContent);
  const many = step.operations?.length > 0;
  by("now").textContent = many && operation > 0 && !pane.whole ? step.operations[operation - 1] :
      many && operation === 0                                  ? "The stage begins." :
      many ? `Complete after ${last} ${last === 1 ? "operation" : "operations"}.` :
             "";
  for (const one of page.panes) one.root.classList.toggle("current", one === pane && page.panes.length > 1);
  fit();
  mark_stage();
}

function fit() {
  for (const pane of page.panes) pane.figure.hide_fresh();
  for (const pane of page.panes) {
    const top = pane.parts.figure.getBoundingClientRect().top + scrollY;
    pane.figure.fit(innerHeight - by("bar").offsetHeight - top - 8, page.whole);
  }
}

function go_stage(index, operation) {
  const pane = page.current, clamped = Math.max(0, Math.min(pane.stages.length - 1, index));
  const other = clamped !== pane.index;
  pane.show(clamped, operation);
  if (other && page.panes[0] === pane) scrollTo(0, 0);
  write_address(other);
}

function go_operation(step) {
  const pane = page.current;
  if (step > 0 && pane.operation === pane.last) {
    if (pane.index + 1 < pane.stages.length) go_stage(pane.index + 1, 0);
    return;
  }
  if (step < 0 && pane.operation === 0) {
    if (pane.index > 0) go_stage(pane.index - 1);
    return;
  }
  pane.show(pane.index, pane.operation + step);
  pane.figure.reveal(pane.operation, document.querySelector(".site").offsetHeight, by("bar").offsetHeight);
  write_address(false);
}

function go_pass(step) {
  const {stages, index} = page.current;
  let to = index;
  while (stages[to + step] && stages[to + step].pass === stages[index].pass) to += step;
  to = Math.max(0, Math.min(stages.length - 1, to + step));
  while (step < 0 && stages[to - 1]?.pass === stages[to].pass) --to;
  go_stage(to);
}

function stop() {
  clearInterval(page.timer);
  page.timer = 0;
  by("play").textContent = "Play";
}

function toggle_play() {
  if (page.timer) return stop();
  const pane = page.current;
  const by_stages = movement.still();
  if (by_stages && pane.operation < pane.last) go_stage(pane.index);
  else if (!by_stages && pane.operation === pane.last) go_stage(pane.index + 1 < pane.stages.length && !pane.whole ? pane.index + 1 : pane.index, 0);
  by("play").textContent = "Pause";
  page.timer = setInterval(() => {
    const {index, operation} = page.current;
    // Without movement each stage is shown complete, like the pages on paper.
    if (movement.still()) go_stage(index + 1);
    else go_operation(1);
    if (index === page.current.index && operation === page.current.operation) stop();
  }, Number(by("speed").value));
}

/// A wish of the form: the same place where there is one, else the first.
function wish(values) {
  const before = page.values;
  const given = checked_values(
      {
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
        predict: by("predict").checked ? "1" : ""
      },
      page.catalog);
  if (given.sentences.length) return page.form.refuse(given.sentences.join(" "));
  stop();
  if (!open_lessons(given.values)) return;
  const same = before.engine === given.values.engine;
  show_place(same ? {...given.values, step: page.current.index + 1} : given.values);
  write_address(true);
}

/// In a lecture room a lesson has few keys, unless it is said how many.
function for_room(values) {
  const few = 16, usual = page.form.lesson(values.engine.split(",")[0]).n;
  return theme.current !== "projector" || values.n || values.keys || usual <= few ? values : {...values, n: few};
}

function open_address() {
  stop();
  const checked = checked_values(address.read(), page.catalog), {sentences} = checked, values = for_room(checked.values);
  page.whole = Boolean(values.whole);
  if (values.panel === "off") document.body.classList.add("bare");
  const known =
      values.engine === page.values.engine && kParameters.every(name => (values[name] ?? "") === (page.values[name] ?? ""));
  if (!known || !page.panes.length) {
    if (!open_lessons(values)) {
      sentences.push(by("error").textContent);
      if (page.panes.length === 0 && !open_lessons({engine: values.engine.split(",")[0]})) return;
    }
  }
  show_place(values);
  by("error").textContent = sentences.join(" ");
  if (values.quiz) {
    page.panes[0].quiz.seed.value = whole_number(values.quiz, 1, 4294967295) ?? 1;
    page.panes[0].quiz.ask();
  }
}

function next_theme() {
  const all = ["dark", "light", "projector"];
  theme.choose(all[(all.indexOf(theme.current) + 1) % all.length]);
}

function resize_type(step) {
  const root = document.documentElement, size = parseFloat(getComputedStyle(root).fontSize) + step;
  root.style.setProperty("--size", Math.max(10, Math.min(48, size)) + "px");
  fit();
}

const kKeys = {
  ArrowRight: () => go_operation(1),
  ArrowLeft: () => go_operation(-1),
  ArrowDown: () => go_stage(page.current.index + 1),
  ArrowUp: () => go_stage(page.current.index - 1),
  PageDown: () => go_pass(1),
  PageUp: () => go_pass(-1),
  Home: () => go_stage(0),
  End: () => go_stage(Infinity),
  f: () => {
    page.whole = !page.whole;
    fit();
    write_address(false);
  },
  h: () => {
    document.body.classList.toggle("bare");
    fit();
  },
  t: next_theme,
  "+": () => resize_type(2),
  "-": () => resize_type(-2),
  " ": toggle_play,
  "?": () => by("keyboard").showModal(),
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || by("keyboard").open || !page.current) return;
  if (event.target.closest("input:not([type=range]):not([type=checkbox]), select, textarea, .figure:focus")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === " " && event.target.closest("button, summary, a, input")) return;
  if (event.target.matches("#scrub") && /^(Home|End)$/.test(key)) return;
  if (!kKeys[key]) return;
  event.preventDefault();
  if (key !== " " && key.length > 1) stop();
  kKeys[key]();
}

(async () => {
  page.engine = await load_engine();
  page.catalog = page.engine.json("sl_catalog");
  page.form = new LessonForm(page.catalog, wish);
  page.guess = new BrokenGuess(step => {
    page.current = page.panes[0];
    go_stage(step);
  });
  by("wait").remove();
  by("inputs").open = innerWidth > 900;
  by("bar").hidden = false;
  open_address();
  new Paper(() => page.panes);
  addEventListener("hashchange", open_address);
  addEventListener("keydown", pressed);
  addEventListener("resize", fit);
  addEventListener("themechange", () => {
    if (for_room(page.values) !== page.values) wish(for_room(page.values));
    fit();
  });
  by("scrub").addEventListener("input", () => {
    stop();
    page.current.show(page.current.index, Number(by("scrub").value));
    write_address(false);
  });
  by("play").addEventListener("click", toggle_play);
  by("speed").addEventListener("change", () => {
    if (page.timer) {
      stop();
      toggle_play();
    }
  });
  by("back").addEventListener("click", () => {
    stop();
    go_operation(-1);
  });
  by("on").addEventListener("click", () => {
    stop();
    go_operation(1);
  });
  by("help").addEventListener("click", () => by("keyboard").showModal());
  by("follow").addEventListener(
      "change", () => follow(whole_number(by("follow").value, 0, page.panes[0].lesson.keys.length - 1) ?? null));
  by("predict").addEventListener("change", () => {
    page.values.predict = by("predict").checked ? "1" : undefined;
    show_place({
      ...page.values,
      step: page.panes[0].index + 1,
      step2: page.panes[1] && page.panes[1].index + 1,
      follow: page.panes[0].pair ?? undefined
    });
    write_address(true);
  });
  set_ready("yes");
})().catch(error => {
  by("wait")?.remove();
  show_notice(sentence_of(error));
  set_ready("failed");
});
