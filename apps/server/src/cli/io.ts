/** What a command talks to. */
export interface Io {
  /** Writes a line to standard output: what was asked for, and nothing else. */
  out(line: string): void;
  /** Writes a line to standard error: what is said about it. */
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What relative paths start from. */
  readonly cwd: string;
}
