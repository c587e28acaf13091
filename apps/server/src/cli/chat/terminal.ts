import { createInterface } from "node:readline";

/** Where a conversation takes place. */
export interface Terminal {
  /** Whether a person sits there, and not a pipe. */
  readonly isInteractive: boolean;
  /** What is typed, line by line, until the input ends. Asks for each line where a person types. */
  lines(): AsyncIterable<string>;
  /** Writes a part of an answer to standard output. */
  write(text: string): void;
  /** Shows something that the next one, or `undefined`, replaces; only to a person. */
  status(text: string | undefined): void;
  /** Calls back at Ctrl-C; without a call back it ends the input. */
  onInterrupt(stop: (() => void) | undefined): void;
}

const eraseLine = "\r\u001B[2K";

/** The terminal, or the pipes, of this process. */
export function processTerminal(): Terminal {
  const { stdin: input, stdout, stderr } = process;
  const isInteractive = input.isTTY && stdout.isTTY;
  let stop: (() => void) | undefined;
  const reader = createInterface({ input, ...(isInteractive && { output: stdout }), prompt: "> " });
  reader.on("SIGINT", () => (stop === undefined ? reader.close() : stop()));
  return {
    isInteractive,
    lines: async function* lines() {
      if (isInteractive) reader.prompt();
      for await (const line of reader) {
        yield line;
        if (isInteractive) reader.prompt();
      }
    },
    write: (text) => void stdout.write(text),
    status: (text) => {
      if (isInteractive) stderr.write(text === undefined ? eraseLine : `${eraseLine}${text}`);
    },
    onInterrupt: (callback) => {
      stop = callback;
    },
  };
}
