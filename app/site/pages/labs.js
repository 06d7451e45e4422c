// The labs: the task of each as it lies in a student's folder, its kernel with the gap, and the commands.
"use strict";

function command_line(text) {
  const code = make("code", {}, text), button = make("button", {type: "button"}, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = await copy_text(text, code) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  return make("div", {class: "live"}, make("p", {class: "command"}, code, button));
}

function open_lab() {
  const labs = globalThis.sweeplab_labs, asked = address.read().lab ?? labs[0].name;
  const lab = labs.find(one => one.name === asked) ?? labs[0], folder = `my-${lab.name}`;
  const in_folder = text => text.replace(/ \.$/, ` ${folder}`);
  const markdown = new Markdown({link: () => "", command: text => command_line(in_folder(text))});
  by("commands").replaceChildren(command_line(`sweeplab lab new ${lab.name} ${folder}`), command_line(`sweeplab lab check ${folder}`));
  const [title, ...task] = markdown.page(lab.task);
  by("text").replaceChildren(
      make("h2", {}, title.textContent),
      make("p", {class: "soft"}, "The lesson that explains it: ", make("a", {href: "lesson.html" + address.link(lab.lesson)}, lab.lesson.engine), "."),
      ...task, make("h2", {}, "The kernel with the gap"), make("pre", {tabindex: 0}, lab.kernel));
  if (lab.name !== asked)
    by("text").prepend(make("p", {class: "error", role: "alert"}, `There is no lab "${asked}": there are ${labs.map(one => one.name).join(", ")}.`));
  document.title = `${title.textContent}: Sweeplab`;
  for (const link of by("labs").querySelectorAll("a")) {
    if (link.dataset.lab === lab.name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

by("labs").replaceChildren(...globalThis.sweeplab_labs.map(
    lab => make("li", {}, make("a", {href: address.link({lab: lab.name}), "data-lab": lab.name}, lab.name, make("span", {class: "wants"}, lab.wants)))));
open_lab();
addEventListener("hashchange", () => {
  open_lab();
  scrollTo(0, 0);
});
set_ready("yes");
