/** The surroundings of a command: its output, environment and working folder. */
export interface Io {
  /** Writes a line to standard output. Only the requested result goes there. */
  out(line: string): void;
  /** Writes a line to standard error: errors and remarks. */
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths start from here. */
  readonly cwd: string;
}
