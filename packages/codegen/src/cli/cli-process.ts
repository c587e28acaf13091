/** The parts of its process that a run needs. */
export interface CliProcess {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whether to trust the cache, which lists what was up to date after the last run. */
  readonly trustsCache: boolean;
  /** Ends `--watch`. */
  readonly signal?: AbortSignal;
  /** Prints one line. */
  readonly print: (line: string) => void;
  /** Prints an error of one or more lines. */
  readonly printError: (line: string) => void;
}
