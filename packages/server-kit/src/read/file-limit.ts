/** The size limit of one file of a form, and the reason given to a longer one. */
export interface FileLimit {
  readonly bytes: number;
  readonly reason: string;
}

/** The limit for a file that arrives before the parts that name its project. */
const maxUnownedBytes = 1024 * 1024;

/**
 * The limit of the file in part `name`. It is low while the parts `unnamed`, which name its
 * project, have not arrived: until the project is known, access to it cannot be checked, and the
 * server must not take in gigabytes.
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
