import { Contradiction } from "../../refusals/refusal.ts";

/** The client expects another digest than the content has. */
export class DigestMismatch extends Contradiction {
  constructor(expected: string, actual: string) {
    super(
      `The content has digest ${actual}, not the expected ${expected.slice(0, 100)}. ` +
        "Nothing was stored.",
    );
  }
}

/** Throws {@link DigestMismatch} when the client expects another digest than the content has. */
export function checkExpectedDigest(expected: string | null | undefined, actual: string): void {
  if (expected === undefined || expected === null || expected === actual) return;
  throw new DigestMismatch(expected, actual);
}
