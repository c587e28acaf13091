const everyMs = 1000;

/**
 * Says on standard error what is being done, once it has taken a second: a terminal sees the seconds
 * pass, elsewhere it is one line.
 *
 * @template Result
 * @param {string} title as "Building"
 * @param {(tell: (detail: string) => void) => Promise<Result>} work is given what shows how far it is
 * @returns {Promise<Result>}
 */
export async function withProgress(title, work) {
  const { stderr } = process;
  const startedAt = performance.now();
  let detail = "";
  let isShown = false;
  const show = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    // The line is written over itself, and what was longer before is cleared.
    if (stderr.isTTY) stderr.write(`\r${title} … ${seconds} s${detail}\u001b[K`);
    else if (!isShown) stderr.write(`${title} …\n`);
    isShown = true;
  };
  const timer = setInterval(show, everyMs);
  try {
    return await work((text) => (detail = text && `, ${text}`));
  } finally {
    clearInterval(timer);
    if (isShown && stderr.isTTY) stderr.write("\n");
  }
}
