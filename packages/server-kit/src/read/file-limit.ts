/** How long one file of a form may be, and what is said to a longer one. */
export interface FileLimit {
  readonly bytes: number;
  readonly reason: string;
}

/** Of a file whose form has not yet said for which project it is. */
const maxUnownedBytes = 1024 * 1024;

/**
 * The limit of the file in part `name`: a short one where the parts `unnamed`, which say whose it
 * is, have not come yet. What nobody may be asked for is not taken in by the gigabyte.
 */
export function fileLimit(name: string, maxBytes: number, unnamed: readonly string[]): FileLimit {
  if (unnamed.length === 0 || maxBytes <= maxUnownedBytes) {
    return {
      bytes: maxBytes,
      reason: `Request too large: part ${name} is over ${maxBytes} bytes`,
    };
  }
  const owner = unnamed.join(" and ");
  return {
    bytes: maxUnownedBytes,
    reason:
      `Request too large: part ${name} came before ${owner}, and is over ${maxUnownedBytes} ` +
      `bytes. Send ${owner} before ${name}.`,
  };
}
