/** What a run needs from its process. */
export interface CliProcess {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whether what was up to date the last time is believed to be so. */
  readonly trustsCache: boolean;
  /** Ends `--watch`. */
  readonly signal?: AbortSignal;
  /** Prints one line. */
  readonly print: (line: string) => void;
  /** Prints one line, or several, of what is wrong. */
  readonly printError: (line: string) => void;
}
