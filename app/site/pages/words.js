// The words of the lessons, with a link for each.
"use strict";

function choose_words(list) {
  const asked = by("find").value.trim().toLowerCase();
  let found = 0;
  for (const entry of list) {
    const shown = entry.word.toLowerCase().includes(asked) || entry.meaning.toLowerCase().includes(asked);
    entry.row.hidden = !shown;
    found += shown ? 1 : 0;
  }
  by("found").textContent = asked ? `${found} of ${list.length} words` : `${list.length} words`;
}

function go_to_word(list) {
  const {word} = address.read(), entry = list.find(one => one.word.toLowerCase() === (word ?? "").toLowerCase());
  for (const one of list) one.row.classList.toggle("here", one === entry);
  if (entry) entry.row.scrollIntoView({block: "center"});
  else if (word) by("found").textContent = `"${word}" is not among the ${list.length} words.`;
}

(async () => {
  const engine = await load_engine(), list = engine.json("sl_words");
  for (const entry of list)
    entry.row = make(
        "div", {class: "entry"}, make("dt", {}, make("a", {href: address.link({word: entry.word})}, entry.word)),
        make("dd", {}, entry.meaning));
  by("words").replaceChildren(...list.map(entry => entry.row));
  by("find").addEventListener("input", () => choose_words(list));
  choose_words(list);
  go_to_word(list);
  addEventListener("hashchange", () => {
    by("find").value = "";
    choose_words(list);
    go_to_word(list);
  });
  set_ready("yes");
})().catch(error => {
  show_notice(sentence_of(error));
  set_ready("failed");
});
