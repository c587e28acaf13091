import { rowText } from "@heddle/server/store/traces/row";
import type { CallsOptions } from "@heddle/server/trace/calls";

/** An empty trace store that keeps the rows that the server inserts. */
export function capturing(rows: string[]): CallsOptions["traces"] {
  return {
    insert: async (_table, inserted) => void rows.push(...inserted.map(rowText)),
    query: async () => [],
    stream: () => notNeeded("stream"),
    command: () => notNeeded("command"),
    close: async () => {},
  };
}

/** @throws Error: the measured writes do without it. */
export function notNeeded(what: string): never {
  throw new Error(`These writes should not need ${what}.`);
}
