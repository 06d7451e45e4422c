// Turns the Markdown of the guides and labs into elements: headings, paragraphs, lists, code, emphasis, links, tables of none.
// Only what they use; text is never taken as HTML, but for <details> and <summary>.
"use strict";

/// `link(target)`: where a link of the page leads on the site; "" for nowhere, then its text stands alone.
class Markdown {
  constructor({link, command}) {
    this.link = link;
    this.command = command;  // (text) => element for a command line
  }

  /// Elements of a whole page.
  page(text) { return this.blocks(text.split("\n")); }

  blocks(lines) {
    const out = [];
    for (let i = 0; i < lines.length;) {
      const line = lines[i], heading = /^(#{1,4}) (.*)$/.exec(line);
      if (line.trim() === "") {
        ++i;
        continue;
      }
      if (line.startsWith("```")) {
        const end = this.find(lines, i + 1, one => one.startsWith("```"));
        for (const one of lines.slice(i + 1, end))
          if (one.trim()) out.push(this.command(one));
        i = end + 1;
      } else if (/^ {4}\S/.test(line)) {
        const end = this.find(lines, i + 1, one => !/^ {4}/.test(one));
        out.push(...lines.slice(i, end).map(one => this.command(one.trim())));
        i = end;
      } else if (heading) {
        out.push(make("h" + heading[1].length, {}, ...this.inline(heading[2])));
        ++i;
      } else if (line.startsWith("<details>")) {
        const end = this.find(lines, i + 1, one => one.startsWith("</details>"));
        const summary = /<summary>(.*?)<\/summary>/.exec(line)?.[1] ?? "More";
        out.push(make("details", {}, make("summary", {}, summary), ...this.blocks(lines.slice(i + 1, end))));
        i = end + 1;
      } else if (/^(\d+\.|[-*]) /.test(line)) {
        const numbered = /^\d/.test(line), items = [];
        for (; i < lines.length && lines[i].trim() !== ""; ++i) {
          const item = /^(?:\d+\.|[-*]) (.*)$/.exec(lines[i]);
          if (item) items.push(item[1]);
          else items.push(items.pop() + " " + lines[i].trim());
        }
        out.push(make(numbered ? "ol" : "ul", {}, ...items.map(item => make("li", {}, ...this.inline(item)))));
      } else {
        const end = this.find(lines, i + 1, one => one.trim() === "" || /^(```|<details>|#)/.test(one));
        out.push(make("p", {}, ...this.inline(lines.slice(i, end).join(" "))));
        i = end;
      }
    }
    return out;
  }

  find(lines, from, is) {
    let at = from;
    while (at < lines.length && !is(lines[at])) ++at;
    return at;
  }

  inline(text) {
    const out = [], marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|!?\[([^\]]*)\]\(([^)]+)\)/g;
    let done = 0;
    for (const found of text.matchAll(marks)) {
      out.push(text.slice(done, found.index));
      done = found.index + found[0].length;
      const [whole, code, strong, soft, name, target] = found;
      if (code !== undefined) out.push(make("code", {}, code));
      else if (strong !== undefined) out.push(make("strong", {}, ...this.inline(strong)));
      else if (soft !== undefined) out.push(make("em", {}, ...this.inline(soft)));
      else if (!whole.startsWith("!")) {
        const href = this.link(target);
        out.push(...(href ? [make("a", {href}, ...this.inline(name))] : this.inline(name)));
      }
    }
    out.push(text.slice(done));
    return out.filter(part => part !== "");
  }
}
