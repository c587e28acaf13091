const everyMs = 1000;

/**
 * Prints on standard error what is being done, once it has taken a second. A terminal shows the
 * seconds pass; elsewhere it is one line.
 *
 * @template Result
 * @param {string} title as "Building"
 * @param {(tell: (detail: string) => void) => Promise<Result>} work gets a function that shows
 * progress
 * @returns {Promise<Result>}
 */
export async function withProgress(title, work) {
  const { stderr } = process;
  const startedAt = performance.now();
  let detail = "";
  let isShown = false;
  const show = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    // Each line overwrites the one before; the rest of a longer line is cleared.
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
