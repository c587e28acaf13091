import type { Row } from "../../../store/traces/row.ts";
import type { CallStep } from "./call-changes.ts";

/** A row and its step. */
export interface Entry {
  readonly step: CallStep;
  readonly row: Row;
}

/** The rows that steps want to insert, each with its step. */
export function entriesOf(
  steps: readonly CallStep[],
  rows: (step: CallStep) => readonly Row[],
): Entry[] {
  return steps.flatMap((step) => rows(step).map((row) => ({ step, row })));
}
