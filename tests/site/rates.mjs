// node rates.mjs SITE: how long the first lesson takes from a file, and how the world page keeps up with time in software
// GL at 640x400. No test: what it prints depends on what else the machine does.
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";

import {Browser} from "./browser.mjs";

const kTries = 5, kWarm_ms = 1000, kMeasured_ms = 4000;
const site = pathToFileURL(resolve(process.argv[2])) + "/";

/// Milliseconds from the address to the drawn figure, in a browser that has just started.
async function first_lesson_ms() {
  const browser = await Browser.start();
  try {
    const start = Date.now();
    await browser.open(site + "lesson.html");
    await browser.until("document.querySelector('.figure svg') !== null");
    return Date.now() - start;
  } finally { await browser.stop(); }
}

/// Pictures and seconds of the world, per second.
async function world_rates(scene, bodies) {
  const browser = await Browser.start(), wait = ms => new Promise(done => setTimeout(done, ms));
  try {
    await browser.size(1366, 768);
    await browser.open(`${site}world.html#scene=${scene}&bodies=${bodies}`);
    await browser.value(`(() => {
      const draw = stage.view.draw.bind(stage.view);
      Object.assign(by("view").style, {width: "640px", height: "400px"});
      globalThis.pictures = 0;
      stage.view.draw = () => { ++pictures; draw(); };
    })()`);
    await wait(kWarm_ms);
    const now = () => browser.value("({ms: performance.now(), pictures, seconds: stage.numbers.seconds, canvas: [by('view').width, by('view').height]})");
    const before = await now();
    await wait(kMeasured_ms);
    const after = await now(), passed = (after.ms - before.ms) / 1000;
    return {
      canvas: after.canvas.join("x"),
      pictures: (after.pictures - before.pictures) / passed,
      seconds: (after.seconds - before.seconds) / passed
    };
  } finally { await browser.stop(); }
}

for (let at = 0; at < kTries; ++at) console.log(`first lesson: ${await first_lesson_ms()} ms`);
for (let at = 0; at < kTries; ++at) {
  const {canvas, pictures, seconds} = await world_rates("pile", 1000);
  console.log(`pile, 1000 bodies, ${canvas}: ${pictures.toFixed(1)} pictures/s, ${seconds.toFixed(3)} s of the world per second`);
}
