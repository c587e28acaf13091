/** Where a command shows something that goes on. */
export interface Screen {
  /** Whether a person looks at it, and not a pipe. */
  readonly isInteractive: boolean;
  /** Characters of a line. */
  readonly columns: number;
  /** Shows a line that the next one, or `undefined`, replaces; only to a person. */
  status(text: string | undefined): void;
  /** Calls back at Ctrl-C until the returned function is called. */
  onInterrupt(stop: () => void): () => void;
}

const eraseLine = "\r\u001B[2K";

/** The screen of this process. */
export function processScreen(): Screen {
  const { stdout } = process;
  return {
    isInteractive: stdout.isTTY,
    get columns() {
      return stdout.columns;
    },
    status: (text) => {
      if (stdout.isTTY) stdout.write(text === undefined ? eraseLine : `${eraseLine}${text}`);
    },
    onInterrupt: (stop) => {
      process.on("SIGINT", stop);
      return () => void process.off("SIGINT", stop);
    },
  };
}
