import fc from "fast-check";
import { expect, test } from "vitest";
import { nextNameTime, nextVersion, type Rank } from "./record/versions.ts";

const ranks: readonly Rank[] = ["started", "ended", "deleted"];
/** Times of clocks that are right, set to zero, or a century ahead. */
const clockUs = fc.integer({ min: 0, max: Date.UTC(2150, 0, 1) * 1000 });

test("a higher rank wins over a lower one at any clock times", () => {
  fc.assert(
    fc.property(clockUs, clockUs, (earlier, later) => {
      const versions = ranks.map((rank) => nextVersion(rank, earlier));
      for (const [index, rank] of ranks.slice(1).entries()) {
        expect(nextVersion(rank, later)).toBeGreaterThan(versions[index] ?? 0);
      }
    }),
    { examples: [[Date.UTC(2126, 0, 1) * 1000, 0]] },
  );
});

test("versions are whole numbers that neither JavaScript nor the store rounds", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ranks), clockUs, (rank, nowUs) => {
      const version = nextVersion(rank, nowUs);
      expect(Number.isSafeInteger(version) && version >= 0).toBe(true);
    }),
    { examples: [["started", 0]] },
  );
});

test("a write is later than the rows that it has seen", () => {
  fc.assert(
    fc.property(clockUs, clockUs, (earlier, later) => {
      const seen = nextVersion("ended", earlier);
      expect(nextVersion("ended", later, seen)).toBeGreaterThan(seen);
      const name = nextNameTime(earlier);
      expect(nextNameTime(later, name)).toBeGreaterThan(name + 1);
    }),
  );
});
