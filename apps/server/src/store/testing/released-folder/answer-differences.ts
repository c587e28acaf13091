import { type AnswerTree, answerText, type Member } from "./answer-tree.ts";

/** Members whose JSON belongs to the client: in it, nothing may come, go or move. */
const ofClients: ReadonlySet<string> = new Set(
  ["inputs", "output", "attributes", "val", "vals"].map((name) => JSON.stringify(name)),
);

/**
 * Says where a present answer differs from a recorded one; empty if it does not. Objects of the
 * server may have new members, which an older client ignores. Those of clients may not.
 */
export function answerDifferences(
  recorded: AnswerTree,
  present: AnswerTree,
  at: string = "answer",
): readonly string[] {
  if (recorded.kind === "object" && present.kind === "object") {
    return [...byName(recorded.members)].flatMap(([name, values]) => {
      const place = `${at}.${name.slice(1, -1)}`;
      const found = byName(present.members).get(name) ?? [];
      const [value] = values;
      if (value === undefined || found[0] === undefined) return [`${place} is gone`];
      if (values.length > 1 || found.length > 1 || ofClients.has(name)) {
        return unequal(values.map(answerText).join(", "), found.map(answerText).join(", "), place);
      }
      return answerDifferences(value, found[0], place);
    });
  }
  if (recorded.kind === "array" && present.kind === "array") {
    const [before, now] = [recorded.items.length, present.items.length];
    if (before === now) {
      return recorded.items.flatMap((item, i) =>
        answerDifferences(item, present.items[i] ?? item, `${at}[${i}]`),
      );
    }
  }
  return unequal(answerText(recorded), answerText(present), at);
}

function unequal(recorded: string, present: string, at: string): readonly string[] {
  if (recorded === present) return [];
  let same = 0;
  while (recorded[same] === present[same]) same += 1;
  return [`${at} was ${excerpt(recorded, same)} and is now ${excerpt(present, same)}`];
}

/** The text around a place. */
function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - 60);
  const to = at + 140;
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

function byName(members: readonly Member[]): ReadonlyMap<string, readonly AnswerTree[]> {
  const values = new Map<string, AnswerTree[]>();
  for (const { name, value } of members) {
    const same = values.get(name);
    if (same) same.push(value);
    else values.set(name, [value]);
  }
  return values;
}
