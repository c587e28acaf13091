import type { CategoryScore } from "../questions/question-table.ts";

/** What the model should come to, and how a category's answers are counted for it. */
interface Aim {
  readonly says: string;
  readonly category: string;
  readonly share: (score: CategoryScore) => number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

const right = ({ right: count, asked }: CategoryScore): number => count / asked;
const declined = ({ declined: count, asked }: CategoryScore): number => count / asked;

const aims: readonly Aim[] = [
  { says: "sums and differences to 99", category: "sums to 99", share: right, atLeast: 0.9 },
  {
    says: "loops of three calls that end",
    category: "three calls",
    share: ({ ended, asked }) => ended / asked,
    atLeast: 0.9,
  },
  {
    says: "general questions to which it says that it does not know",
    category: "unknown",
    share: declined,
    atLeast: 0.9,
  },
  {
    says: "questions refused though it was taught them",
    category: "known",
    share: declined,
    atMost: 0.05,
  },
  { says: "right calls of one unseen tool", category: "one tool", share: right, atLeast: 0.7 },
  { says: "right calls of one of seven", category: "one of seven", share: right, atLeast: 0.6 },
  { says: "right extractions", category: "extraction", share: right, atLeast: 0.7 },
];

/** A line for each aim, with what was measured and whether it was met. */
export function aimLines(scores: readonly CategoryScore[]): string {
  return aims
    .flatMap(({ says, category, share, atLeast, atMost }) => {
      const score = scores.find((one) => one.category === category);
      if (score === undefined) return [];
      const value = share(score);
      const isMet = value >= (atLeast ?? 0) && value <= (atMost ?? 1);
      const aim = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
      return [`- ${says}: ${value.toFixed(2)}, wanted ${aim}: ${isMet ? "met" : "**missed**"}`];
    })
    .join("\n");
}
