import type { Io } from "../io.ts";

/** An Io that records the lines that a command writes. */
export interface RecordedIo extends Io {
  readonly outLines: string[];
  readonly errLines: string[];
}

/** Makes an Io for one run of a command. */
export function recordedIo(cwd: string, env: Io["env"] = {}): RecordedIo {
  const outLines: string[] = [];
  const errLines: string[] = [];
  return {
    outLines,
    errLines,
    out: (line) => outLines.push(...line.split("\n")),
    err: (line) => errLines.push(...line.split("\n")),
    env,
    cwd,
  };
}
