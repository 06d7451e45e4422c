// The world page: a scene of the program, stepped in a worker, with what the sort had to do in each step.
"use strict";

const kScenes = ["pile", "gas", "calm", "teleport", "explosion", "galaxy"], kCounts = [1000, 2000, 4000, 8000];
const stage = {
  worker: null,
  view: null,
  world: null,
  playing: false,
  busy: false,
  last: 0,
  owed_s: 0,  // time that has passed and was not shown
  rate: 0,
  numbers: null,
  opened: 0,
  shown: 0
};

/// What the address says, with a sentence for each value that is none.
function asked_world() {
  const given = address.read(), sentences = [], values = {};
  values.scene = given.scene ?? "pile";
  if (![...by("scene").options].some(option => option.value === values.scene)) {
    sentences.push(`There is no scene "${values.scene}" on this page.`);
    values.scene = "pile";
  }
  const whole = (name, low, high, usual) => {
    if (given[name] === undefined) return usual;
    const value = whole_number(given[name], low, high);
    if (value === undefined)
      sentences.push(
          `${name}=${given[name]}: a whole number from ${low.toLocaleString("en")} to ${high.toLocaleString("en")} is expected.`);
    return value ?? usual;
  };
  values.bodies = whole("bodies", 1, kCounts.at(-1), 2000);
  values.seed = whole("seed", 0, 4294967295, undefined);
  values.steps = whole("steps", 0, 1000000, undefined);
  for (const name of ["engine", "broad_phase"])
    if (given[name]) values[name] = given[name];
  values.paused = given.paused;
  return {values, sentences};
}

async function open_world() {
  const {values, sentences} = asked_world(), opened = ++stage.opened, params = {};
  for (const name of ["scene", "bodies", "seed", "engine", "broad_phase"])
    if (values[name] !== undefined) params[name] = values[name];
  by("scene").value = values.scene;
  if (![...by("bodies").options].some(option => option.value === String(values.bodies)))
    by("bodies").append(make("option", {value: values.bodies}, values.bodies.toLocaleString("en")));
  by("bodies").value = values.bodies;
  by("hash").hidden = true;
  set_playing(false);
  stage.busy = false;
  stage.owed_s = 0;
  stage.world = null;
  allow_buttons();
  try {
    const answer = await stage.worker.ask("open", {params});
    if (opened !== stage.opened) return;
    stage.world = answer.world;
    allow_buttons();
    stage.numbers = null;
    stage.view?.open(answer.world, answer.state);
    by("title").textContent = answer.world.title;
    by("view").setAttribute(
        "aria-label",
        `${answer.world.title}. ${answer.world.bodies} bodies. Arrow keys turn the view, + and - come nearer and go away.`);
    by("error").textContent = sentences.join(" ");
    if (values.steps) await steps(values.steps);
    else {
      stage.view?.draw();
      fill_numbers();
    }
    if (opened === stage.opened) set_playing(!values.steps && !values.paused && !movement.still());
  } catch (error) { by("error").textContent = [...sentences, sentence_of(error)].join(" "); }
}

function fill_numbers() {
  const numbers = stage.numbers, whole = value => value.toLocaleString("en");
  const rows =
      [["bodies", whole(stage.world.bodies)], ["broad phase", stage.world.broad_phase], ["sort engine", stage.world.engine]];
  if (numbers)
    rows.push(
        ["step", whole(numbers.steps)], ["time in the world", numbers.seconds.toFixed(2) + " s"],
        ["pairs of boxes", whole(numbers.pairs)], ["contacts", whole(numbers.contacts)], ["box tests", whole(numbers.tests)],
        ["asleep", whole(numbers.asleep)], ["sort axis", "xyz"[numbers.axis]], ["descents in the keys", whole(numbers.descents)],
        ["sort path", numbers.paths.join(", ")], ["passes run, skipped", `${numbers.passes_run}, ${numbers.passes_skipped}`],
        ["movers", whole(numbers.movers)], ["windows", whole(numbers.windows)], ["largest shift", whole(numbers.shift)]);
  if (stage.rate > 0) rows.push(["steps per second here", whole(Math.round(stage.rate))]);
  by("numbers").replaceChildren(
      ...rows.map(([name, value]) => make("tr", {}, make("th", {scope: "row"}, name), make("td", {class: "number"}, value))));
}

/// Asks the worker for steps, whose state is then the one to draw. Returns nothing where another world was opened meanwhile.
async function make_steps(task, params) {
  const opened = stage.opened, answer = await stage.worker.ask(task, params);
  if (opened !== stage.opened) return undefined;
  if (answer.numbers.steps > 0) stage.numbers = answer.numbers;
  stage.view?.set_state(answer.state);
  return answer;
}

/// Marks the page busy while `run` makes steps; then plays, if Play was pressed meanwhile.
async function busy_with(run) {
  const opened = stage.opened;
  stage.busy = true;
  try {
    await run();
  } finally {
    if (opened === stage.opened) {
      stage.busy = false;
      if (stage.playing) play();
    }
  }
}

/// Makes so many steps, a few at a time, until another world is opened.
const steps = count => busy_with(async () => {
  const kSome = 100;
  for (let left = count; left > 0; left -= kSome) {
    if (!await make_steps("steps", {count: Math.min(left, kSome)})) return;
    stage.view?.draw();
    fill_numbers();
  }
});

/// Runs what a button asks for; what is refused becomes a sentence.
function by_button(run) {
  return () => run().catch(error => { by("error").textContent = sentence_of(error); });
}

/// Without a world there is nothing to play.
function allow_buttons() {
  for (const id of ["play", "one", "ask-hash"]) by(id).disabled = !stage.world;
}

function set_playing(on) {
  stage.playing = on && stage.world !== null;
  stage.last = performance.now();
  by("play").textContent = stage.playing ? "Pause" : "Play";
  by("one").disabled = stage.playing || !stage.world;
  if (stage.playing && !stage.busy) play();
}

/// Asks for the steps of the time that has passed, and of what the last pictures owe. The budget is that of 30 pictures per
/// second.
async function next_steps() {
  const now = performance.now(), speed = Number(by("speed").value) * world_seconds(stage.world);
  stage.owed_s = Math.min(.1, stage.owed_s + (now - stage.last) / 1000);
  stage.last = now;
  const answer = await make_steps("advance", {seconds: stage.owed_s * speed, budget_ms: 33});
  if (!answer) return undefined;
  stage.owed_s -= answer.done * stage.world.time_step_s / speed;
  if (answer.ms > 1) stage.rate += .1 * (answer.done / answer.ms * 1000 - stage.rate);
  return answer;
}

/// Draws steps while the worker makes the next, until it is paused or another world is opened.
function play() {
  const opened = stage.opened;
  return busy_with(async () => {
    try {
      for (let next = next_steps(); next && await next;) {
        next = stage.playing ? next_steps() : undefined;
        next?.catch(() => {});  // told by the await above, if this world is still open then
        const now = await new Promise(requestAnimationFrame);
        if (opened !== stage.opened) return;
        stage.view?.draw();
        if (now - stage.shown > 200 || !next) {
          stage.shown = now;
          fill_numbers();
        }
      }
    } catch (error) {
      if (opened !== stage.opened) return;
      by("error").textContent = sentence_of(error);
      set_playing(false);
    }
  });
}

/// Seconds of the world per second of the film: a galaxy takes minutes to turn, so there 60 steps are one.
function world_seconds(world) { return world.time_step_s > .01 ? 60 * world.time_step_s : 1; }

async function show_hash() {
  set_playing(false);
  const {hash, command} = await stage.worker.ask("hash");
  by("hash").hidden = false;
  by("hash-value").textContent = hash;
  by("hash-command").textContent = command;
  by("hash-step").textContent = (stage.numbers?.steps ?? 0).toLocaleString("en");
}

function wish_world() {
  address.write({scene: by("scene").value, bodies: by("bodies").value}, true);
  open_world();
}

(async () => {
  fill_select(by("scene"), kScenes.map(scene => [scene]));
  fill_select(by("bodies"), kCounts.map(count => [count, count.toLocaleString("en")]));
  stage.worker = await WorldWorker.make();
  by("wait").remove();
  try {
    stage.view = new WorldView(by("view"));
  } catch (error) { show_notice(sentence_of(error)); }
  if (stage.view)
    stage.view.onturn = () => {
      if (!stage.playing) stage.view.draw();
    };
  by("colour").addEventListener("change", () => {
    if (stage.view) {
      stage.view.colouring = Number(by("colour").value);
      stage.view.draw();
    }
  });
  for (const id of ["scene", "bodies"]) by(id).addEventListener("change", wish_world);
  addEventListener("movementchange", () => {
    if (movement.still()) set_playing(false);
  });
  by("play").addEventListener("click", () => set_playing(!stage.playing));
  by("one").addEventListener("click", by_button(async () => {
    if (!stage.busy) await steps(1);
  }));
  by("again").addEventListener("click", open_world);
  by("ask-hash").addEventListener("click", by_button(show_hash));
  by("copy").addEventListener("click", () => copy_text(by("hash-command").textContent, by("hash-command")));
  addEventListener("hashchange", open_world);
  for (const change of ["resize", "themechange"])
    addEventListener(change, () => {
      if (stage.world && !stage.playing) stage.view?.draw();
    });
  addEventListener("keydown", event => {
    if (event.target.closest("select, input, button, canvas, summary, a") && event.key === " " &&
        event.target.tagName !== "CANVAS")
      return;
    if (event.key === " ") {
      event.preventDefault();
      set_playing(!stage.playing);
    }
  });
  await open_world();
  set_ready("yes");
})().catch(error => {
  by("wait")?.remove();
  show_notice(sentence_of(error));
  set_ready("failed");
});
