import type { EngineErrorKind } from "../errors.ts";
import { EngineError } from "../errors.ts";

/** What an item throws when the engine does not behave; the message says what was expected and what was seen. */
export class ConformanceFailure extends Error {
  override readonly name = "ConformanceFailure";
}

/** Fails unless `holds`. */
export function check(holds: boolean, expected: string, seen: unknown): asserts holds {
  if (!holds) throw new ConformanceFailure(`expected ${expected}; saw ${shown(seen)}`);
}

/** Fails unless both have the same JSON text. */
export function checkEqual(what: string, seen: unknown, expected: unknown): void {
  check(shown(seen) === shown(expected), `${what} to be ${shown(expected)}`, seen);
}

/** How far two numbers may lie apart; the larger of both bounds counts. */
export interface Nearness {
  readonly absolute?: number;
  /** As a part of the larger one. */
  readonly relative?: number;
}

/** Fails unless two numbers are finite and near each other. */
export function checkNear(what: string, seen: number, expected: number, within: Nearness): void {
  const bound = Math.max(
    within.absolute ?? 0,
    (within.relative ?? 0) * Math.max(Math.abs(seen), Math.abs(expected)),
  );
  const isNear = Number.isFinite(seen) && Math.abs(seen - expected) <= bound;
  check(isNear, `${what} to be ${expected} ± ${bound}`, seen);
}

/** Fails unless two rows have one length and are near each other place by place; null counts as itself. */
export function checkAllNear(
  what: string,
  seen: Iterable<number | null>,
  expected: Iterable<number | null>,
  absolute: number,
): void {
  const wanted = [...expected];
  const given = [...seen];
  checkEqual(`the length of ${what}`, given.length, wanted.length);
  for (const [place, value] of wanted.entries()) {
    const found = given[place] ?? null;
    if (value === null || found === null) checkEqual(`${what}[${place}]`, found, value);
    else checkNear(`${what}[${place}]`, found, value, { absolute });
  }
}

/** Fails unless two rows of one length lie further apart somewhere than `distance`. */
export function checkDiffer(
  what: string,
  seen: Iterable<number | null>,
  other: Iterable<number | null>,
  distance: number,
): void {
  const far = farthest(seen, other);
  check(far > distance, `${what} to differ by more than ${distance}`, `a difference of ${far}`);
}

/** The largest difference of two rows, place by place. */
export function farthest(one: Iterable<number | null>, other: Iterable<number | null>): number {
  const second = [...other];
  return [...one].reduce<number>(
    (far, value, place) => Math.max(far, Math.abs((value ?? 0) - (second[place] ?? 0))),
    0,
  );
}

/** Fails unless all numbers are finite. */
export function checkFinite(what: string, values: Iterable<number | null>): void {
  for (const [place, value] of [...values].entries()) {
    check(value === null || Number.isFinite(value), `${what}[${place}] to be finite`, value);
  }
}

/** Runs what must fail, and returns its error when it is an `EngineError` of one of the kinds. */
export async function checkFails(
  what: string,
  kinds: readonly EngineErrorKind[],
  work: () => Promise<unknown>,
): Promise<EngineError> {
  const expected = `${what} to fail with ${kinds.join(" or ")}`;
  let result: unknown;
  try {
    result = await work();
  } catch (error) {
    if (error instanceof ConformanceFailure) throw error;
    check(error instanceof EngineError, `${expected}, as an EngineError`, error);
    check(kinds.includes(error.kind), expected, `${error.kind}: ${error.message}`);
    return error;
  }
  throw new ConformanceFailure(`expected ${expected}; it succeeded with ${shown(result)}`);
}

function shown(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === "string") return value;
  const text = JSON.stringify(value, (_key, part: unknown) => plain(part)) ?? String(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return [...(value as unknown as Iterable<number>)];
  }
  return value;
}
