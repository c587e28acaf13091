const maxCharacters = 200;

/**
 * A path that nothing answers, as the log shows it: on one line, cut short, and without what may be
 * a secret. Programs are set up wrongly, and put a key where a name belongs.
 */
export function loggedPath(path: string): string {
  // Before it is cut: half a key is still half a secret.
  const safe = path.replaceAll(/[\w-]{32,}/g, "<redacted>").replaceAll(/\p{C}/gu, "�");
  return safe.length > maxCharacters ? `${safe.slice(0, maxCharacters).toWellFormed()}…` : safe;
}
