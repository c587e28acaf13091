import { printPlace } from "./source-file.ts";
import type { Place } from "./source-file.ts";

/** A problem that stops generation. The message says where it is and what to do. */
export class SpecError extends Error {
  /**
   * JSON pointer of the place, as in `#/components/schemas/Call`; empty if no pointer leads there.
   */
  readonly pointer: string;
  readonly problem: string;
  readonly place: Place | undefined;

  constructor(pointer: string, problem: string, place?: Place) {
    const where = [place === undefined ? "" : printPlace(place), pointer].filter(Boolean);
    super([...where, problem].join(": "));
    this.name = "SpecError";
    this.pointer = pointer;
    this.problem = problem;
    this.place = place;
  }
}

/** Several problems of one document, found in one run. */
export class SpecErrors extends Error {
  readonly errors: readonly SpecError[];

  constructor(errors: readonly SpecError[]) {
    super(listing(errors));
    this.name = "SpecErrors";
    this.errors = errors;
  }
}

/** A document often has the same mistake in a thousand places. */
const maxShown = 20;

function listing(errors: readonly SpecError[]): string {
  const lines = errors.slice(0, maxShown).map(({ message }) => message);
  const more = errors.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/**
 * Collects problems, so that one run shows all of them.
 *
 * @example
 * const problems = new Problems();
 * for (const operation of operations) problems.attempt(() => transform(operation));
 * problems.throwIfAny();
 */
export class Problems {
  /** By message, because several ways often lead to the same place. */
  readonly #errors = new Map<string, SpecError>();

  get all(): readonly SpecError[] {
    return [...this.#errors.values()];
  }

  add(error: SpecError): void {
    this.#errors.set(error.message, error);
  }

  /**
   * Keeps a `SpecError` or `SpecErrors`; throws any other error, which is a fault of this program.
   */
  keep(error: unknown): void {
    if (error instanceof SpecError) this.add(error);
    else if (error instanceof SpecErrors) for (const each of error.errors) this.add(each);
    else throw error;
  }

  /** The result of `action`, or `undefined` if it threw a problem. */
  attempt<Result>(action: () => Result): Result | undefined {
    try {
      return action();
    } catch (error) {
      this.keep(error);
      return undefined;
    }
  }

  /** A `SpecError` for one problem, `SpecErrors` for several, `undefined` for none. */
  error(): SpecError | SpecErrors | undefined {
    const errors = this.all;
    return errors.length > 1 ? new SpecErrors(errors) : errors[0];
  }

  /** Throws the collected problems, if there are any. */
  throwIfAny(): void {
    const error = this.error();
    if (error !== undefined) throw error;
  }
}
