import type { ZodError } from "zod";

type SizeIssue = Extract<ZodError["issues"][number], { code: "too_small" | "too_big" }>;

/** States a bound in plain words: zod's own messages have signs and "expected string to have". */
export function boundInWords(issue: SizeIssue): string {
  const { origin, inclusive = true } = issue;
  const [words, limit] =
    issue.code === "too_small"
      ? [inclusive ? "at least" : "more than", issue.minimum]
      : [inclusive ? "at most" : "less than", issue.maximum];
  if (origin === "number" || origin === "int" || origin === "bigint") {
    return `must be ${words} ${limit}`;
  }
  if (origin !== "string" && origin !== "array") return issue.message;
  if (words === "at least" && limit === 1) return "must not be empty";
  const counted = origin === "string" ? "character" : "item";
  return `must have ${words} ${limit} ${counted}${Number(limit) === 1 ? "" : "s"}`;
}
