// Counts what is as it should be, and says what is not.
let failures = 0, checks = 0;

export function expect(what, is) {
  ++checks;
  if (is) return;
  ++failures;
  console.log(`FAILED: ${what}`);
}

/// Runs a part of the checks; what it throws is a failure.
export async function part(name, run, browser) {
  const start = Date.now();
  try {
    await run(browser);
  } catch (error) { expect(`${name}: ${error.message}`, false); }

  console.log(`${name}: ${Date.now() - start} ms`);
}

/// Prints how many checks were right; returns the exit code.
export function finish(begin) {
  console.log(`${checks - failures} of ${checks} checks right, ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  return failures ? 1 : 0;
}
