import { parse } from "graphql";
import { expect, test } from "vitest";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { Graphql, maxTokens } from "./graphql.ts";
import { KnownProjects } from "./testing/known-projects.ts";

const maxCpuMs = 100;

const many = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join(" ");

/** Each fragment uses all later fragments, so that many ways lead from one to another. */
const mesh = (count: number, on: string, fields: string): string =>
  many(
    count,
    (n) =>
      `fragment F${n} on ${on} { ${fields} ${many(count - n - 1, (m) => `...F${n + 1 + m}`)} }`,
  );

/**
 * Documents of any size that are hard to validate: the validation compares repeated fields in
 * pairs.
 */
const hard: Readonly<Record<string, (size: number) => string>> = {
  "one field, often": (size) => `{ ${many(size, () => "__typename")} }`,
  "one object, often": (size) => `{ ${many(size, () => "viewer { id }")} }`,
  "objects that contradict each other": (size) =>
    `{ ${many(size, (n) => `viewer { a: ${n % 2 ? "id" : "name"} }`)} }`,
  "one field far below": (size) =>
    `{ viewer { teams { edges { node { ${many(size, () => "id")} } } } } }`,
  "fragments in fragments": (size) => `{ ...F0 } ${mesh(size, "Query", "viewer { id }")}`,
  "the same of objects": (size) =>
    `{ viewer { ...F0 ...F1 } } ${mesh(size, "User", "teams { edges { node { id } } }")}`,
  "many operations": (size) => many(size, (n) => `query Q${n} { viewer { id } }`),
  "names that are almost right": (size) => `{ ${many(size, (n) => `viewer${n % 7} { id }`)} }`,
  "lists of lists": (size) =>
    `{ users(ids: ${"[".repeat(size)}${"]".repeat(size)}) { edges { node { id } } } }`,
};

test.each(Object.keys(hard))("the longest document of its kind is cheap: %s", async (kind) => {
  const query = longest(hard[kind] ?? String);
  const graphql = new Graphql(new KnownProjects(), (error) => expect.fail(String(error)));
  const spent: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    const answer = await graphql.answer(JSON.stringify({ query }), {
      requester: null,
      frontendHost: "http://heddle.test",
      signal: nobodyLeaves,
    });
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1000);
    // The document was validated, not refused for its length.
    expect(JSON.stringify(answer)).not.toContain("tokens");
  }
  expect(Math.min(...spent)).toBeLessThan(maxCpuMs);
});

function longest(document: (size: number) => string): string {
  let [fitting, tooLong] = [1, maxTokens];
  while (tooLong - fitting > 1) {
    const size = Math.floor((fitting + tooLong) / 2);
    if (isWithin(document(size))) fitting = size;
    else tooLong = size;
  }
  return document(fitting);
}

function isWithin(query: string): boolean {
  try {
    parse(query, { maxTokens });
    return true;
  } catch {
    return false;
  }
}
