import { expect, test } from "vitest";
import { QueueFull, RowRefused } from "./errors.ts";
import { migrations } from "./traces/migrations.ts";

const tables = migrations
  .flatMap(({ statements }) => statements)
  .flatMap((sql) => /CREATE TABLE IF NOT EXISTS (\w+)/.exec(sql)?.[1] ?? []);

test("there are tables to talk about", () => {
  expect(tables).toContain("call_parts");
});

test.each(tables)("what is said of %s has a word that people know", (table) => {
  const known = /\b(?:calls?|rows?|rows of tables|tables?)\b/i;
  for (const { message } of [new QueueFull(table, 2), new RowRefused(table)]) {
    expect(message).toMatch(known);
    expect(message).not.toContain("_");
  }
});

test("a refusal says what to do", () => {
  expect(new QueueFull("table_rows", 2).message).toBe(
    "The queue for rows of tables is full. Send the request again in 2 s.",
  );
  expect(new RowRefused("call_parts").message).toBe(
    "A call holds a value that cannot be stored. Nothing of it was stored.",
  );
});
