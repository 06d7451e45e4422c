// The course: the guides of the program, each command with its live lesson as soon as it is scrolled to.
"use strict";

const course = {
  engine: null,
  guides: [],
  watcher: null
};

/// The number of the guide that a link of another guide leads to.
function guide_link(target) {
  const guide = /^(\d+)-[\w-]+\.md/.exec(target);
  if (guide) return address.link({guide: guide[1]});
  return /^https?:/.test(target) ? target : "";
}

function command_box(text) {
  const code = make("code", {}, text), box = make("div", {class: "live"}, make("p", {class: "command"}, code));
  let parsed;
  try {
    parsed = course.engine.json("sl_parse_command", text);
  } catch { return box; }  // a command for the program alone
  const name = parsed.page === "world" ? "Watch it" : "Open the lesson";
  box.firstChild.append(" ", make("a", {class: "button", href: command_link(parsed)}, name));
  if (parsed.page !== "lesson" || parsed.quiz) return box;
  const place = make("div", {class: "place"}, make("p", {class: "wait"}, "The lesson appears here."));
  place.parsed = parsed;
  box.append(place);
  course.watcher.observe(place);
  return box;
}

function fill_place(place) {
  if (place.filled) return;
  place.filled = true;
  place.replaceChildren();
  try {
    new LiveFigure(course.engine, place, place.parsed);
  } catch (error) { place.replaceChildren(make("p", {class: "error"}, sentence_of(error))); }
}

function open_guide() {
  const asked = whole_number(address.read().guide ?? "1", 1, course.guides.length), number = asked ?? 1;
  const guide = course.guides[number - 1], main = by("text");
  const markdown = new Markdown({link: guide_link, command: command_box});
  course.watcher.disconnect();
  main.replaceChildren(...markdown.page(guide.text));
  if (asked === undefined)
    main.prepend(make(
        "p", {class: "error", role: "alert"},
        `There is no guide ${address.read().guide}: there are 1 to ${course.guides.length}.`));
  const other = (to, text) =>
      course.guides[to - 1] ? make("a", {href: address.link({guide: to})}, `${text}: ${course.guides[to - 1].title}`) : "";
  main.append(make("p", {class: "next"}, other(number - 1, "Before"), " ", other(number + 1, "Next")));
  document.title = `${guide.title}: Sweeplab`;
  for (const link of by("guides").querySelectorAll("a")) {
    if (link.dataset.guide === String(number)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}

(async () => {
  course.engine = await load_engine();
  course.guides = globalThis.sweeplab_guides;
  course.watcher = new IntersectionObserver(entries => {
    for (const entry of entries)
      if (entry.isIntersecting) fill_place(entry.target);
  }, {rootMargin: "300px"});
  by("guides").replaceChildren(...course.guides.map(
      (guide, i) => make(
          "li", {}, make("a", {href: address.link({guide: i + 1}), "data-guide": i + 1}, guide.title.replace(/^\d+\.\s*/, "")))));
  open_guide();
  addEventListener("hashchange", open_guide);
  addEventListener("beforeprint", () => document.querySelectorAll(".place").forEach(fill_place));
  set_ready("yes");
})().catch(error => {
  by("text").replaceChildren();
  show_notice(sentence_of(error));
  set_ready("failed");
});
