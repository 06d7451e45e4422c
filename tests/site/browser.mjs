// Drives Chromium over two pipes, without a library: null-terminated JSON of the DevTools protocol.
import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

// Long, for machines that do much else: what takes long is measured where it matters, and a page that fails says so at once.
const kPatience_ms = 120000;

export class Browser {
  /// Starts Chromium with one page. `flags`: more of its command line.
  static async start(flags = []) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), "sweeplab-browser-"));
    browser.process = spawn(
        process.env.CHROMIUM ?? "chromium",
        [
          "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
          "--no-first-run", "--disable-extensions", "--remote-debugging-pipe", `--user-data-dir=${browser.profile}`, ...flags,
          "about:blank"
        ],
        {stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]});
    browser.process.stdio[4].on("data", bytes => browser.read(bytes));
    browser.process.on("exit", () => browser.answers.forEach(({fail}) => fail(new Error("Chromium ended"))));
    const {targetInfos} = await browser.ask("Target.getTargets", {}, null);
    const {targetId} = targetInfos.find(target => target.type === "page");
    ({sessionId: browser.session} = await browser.ask("Target.attachToTarget", {targetId, flatten: true}, null));
    for (const domain of ["Page", "Runtime", "Log"]) await browser.ask(`${domain}.enable`);
    return browser;
  }

  constructor() {
    this.answers = new Map();
    this.next = 1;
    this.text = "";
    this.complaints = [];  // what the page's console or policy said is wrong
  }

  read(bytes) {
    this.text += bytes;
    for (let end; (end = this.text.indexOf("\0")) >= 0; this.text = this.text.slice(end + 1)) {
      const message = JSON.parse(this.text.slice(0, end));
      if (message.id) {
        const {done, fail} = this.answers.get(message.id);
        this.answers.delete(message.id);
        if (message.error) fail(new Error(message.error.message));
        else done(message.result);
      }
      if (message.method === "Runtime.exceptionThrown")
        this.complaints.push(message.params.exceptionDetails.exception?.description ?? "an exception");
      if (message.method === "Log.entryAdded" && message.params.entry.level === "error")
        this.complaints.push(message.params.entry.text);
    }
  }

  ask(method, params = {}, session = this.session) {
    return new Promise((done, fail) => {
      const id = this.next++, late = setTimeout(() => fail(new Error(`no answer to ${method}`)), kPatience_ms);
      const ended = then => value => (clearTimeout(late), then(value));
      this.answers.set(id, {done: ended(done), fail: ended(fail)});
      this.process.stdio[3].write(JSON.stringify({id, method, params, ...(session ? {sessionId: session} : {})}) + "\0");
    });
  }

  /// The value of an expression in the page.
  async value(expression) {
    const {result, exceptionDetails} = await this.ask("Runtime.evaluate", {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /// Waits until an expression is true. What it throws may be of a page that is just going, so it is told at the end only.
  async until(expression, limit_ms = kPatience_ms) {
    let last = "";
    for (const start = Date.now(); Date.now() - start < limit_ms;) {
      try {
        if (await this.value(expression)) return;
        last = "false";
      } catch (error) { last = error.message; }
      await new Promise(done => setTimeout(done, 30));
    }
    const page = await this.value("`${location.href}, ${document.readyState}, ready: ${document.documentElement.dataset.ready}`").catch(error => error.message);
    throw new Error(`after ${limit_ms} ms still not: ${expression} (last: ${last}; page: ${page}; it said: ${this.complaints.slice(-3).join("; ") || "nothing"})`);
  }

  /// Opens an address anew and waits until the page says that it is ready or has failed.
  async open(address) {
    await this.ask("Page.navigate", {url: "about:blank"});
    const {errorText} = await this.ask("Page.navigate", {url: address});
    if (errorText) throw new Error(`${address}: ${errorText}`);
    await this.until("document.documentElement.dataset.ready !== undefined");
  }

  size(width, height) {
    return this.ask("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: 1, mobile: width < 500});
  }

  /// Presses a key as a person does: "a", "Enter", "ArrowRight".
  async press(key) {
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : "";
    const codes =
        {Enter: 13, Tab: 9, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Escape: 27, Home: 36, End: 35, " ": 32};
    const common = {key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0)};
    await this.ask("Input.dispatchKeyEvent", {type: "keyDown", text, ...common});
    await this.ask("Input.dispatchKeyEvent", {type: "keyUp", ...common});
  }

  async type(text) {
    for (const letter of text) await this.press(letter);
  }

  /// Clicks the middle of the first element of a selector.
  async click(selector) {
    const {x, y} = await this.value(`(() => { const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({block: "center"}); const box = element.getBoundingClientRect(); return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()`);
    for (const type of ["mousePressed", "mouseReleased"])
      await this.ask("Input.dispatchMouseEvent", {type, x, y, button: "left", clickCount: 1});
  }

  /// Drags the middle of the first element of a selector down by `distance` pixels.
  async drag(selector, distance) {
    const {x, y} =
        await this.value(`(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()`);
    const mouse = (type, down) =>
        this.ask("Input.dispatchMouseEvent", {type, x, y: y + down, button: "left", buttons: 1, clickCount: 1});
    await mouse("mousePressed", 0);
    for (let part = 1; part <= 4; ++part) await mouse("mouseMoved", distance * part / 4);
    await mouse("mouseReleased", distance);
  }

  /// How many pages the page has on paper.
  async printed_pages() {
    const {data} = await this.ask("Page.printToPDF", {preferCSSPageSize: true, printBackground: true});
    return (Buffer.from(data, "base64").toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
  }

  async stop() {
    const ended = new Promise(done => this.process.once("exit", done));
    await this.ask("Browser.close", {}, null).catch(() => {});
    const patience = setTimeout(() => this.process.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(patience);
    rmSync(this.profile, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
  }
}
