const maxCharacters = 200;

/**
 * Makes an unknown path safe for the log: on one line, cut short, and without possible secrets. A
 * wrongly configured program may put a key where a name belongs.
 */
export function loggedPath(path: string): string {
  // Redact before the cut: half a key is still half a secret.
  const safe = path.replaceAll(/[\w-]{32,}/g, "<redacted>").replaceAll(/\p{C}/gu, "�");
  return safe.length > maxCharacters ? `${safe.slice(0, maxCharacters).toWellFormed()}…` : safe;
}
