import { printPlace } from "./source-file.ts";
import type { Place } from "./source-file.ts";

/** Something in a document that cannot be generated from. Says where, and what to do. */
export class SpecError extends Error {
  /** JSON pointer of the place, as in `#/components/schemas/Call`; empty where no pointer leads. */
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

/** A document that is wrong in one way is often wrong in it a thousand times. */
const maxShown = 20;

function listing(errors: readonly SpecError[]): string {
  const lines = errors.slice(0, maxShown).map(({ message }) => message);
  const more = errors.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/**
 * Collects problems, so that one run shows all there are.
 *
 * @example
 * const problems = new Problems();
 * for (const operation of operations) problems.attempt(() => transform(operation));
 * problems.throwIfAny();
 */
export class Problems {
  /** By message: the same place is often reached on several ways. */
  readonly #errors = new Map<string, SpecError>();

  get all(): readonly SpecError[] {
    return [...this.#errors.values()];
  }

  add(error: SpecError): void {
    this.#errors.set(error.message, error);
  }

  /** Keeps a `SpecError` or `SpecErrors`; throws anything else, which is a fault of ours. */
  keep(error: unknown): void {
    if (error instanceof SpecError) this.add(error);
    else if (error instanceof SpecErrors) for (const each of error.errors) this.add(each);
    else throw error;
  }

  /** What `action` returns, or `undefined` where it found a problem. */
  attempt<Result>(action: () => Result): Result | undefined {
    try {
      return action();
    } catch (error) {
      this.keep(error);
      return undefined;
    }
  }

  /** A `SpecError` for one problem, `SpecErrors` for several, nothing for none. */
  error(): SpecError | SpecErrors | undefined {
    const errors = this.all;
    return errors.length > 1 ? new SpecErrors(errors) : errors[0];
  }

  /** Throws what there is to throw. */
  throwIfAny(): void {
    const error = this.error();
    if (error !== undefined) throw error;
  }
}
