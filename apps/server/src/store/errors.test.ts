import { expect, test } from "vitest";
import { QueueFull, RowRefused } from "./errors.ts";
import { allTables, entriesOf } from "./traces/tables/all-tables.ts";

test.each(allTables)("messages about the table $name use words that clients know", ({ name }) => {
  const { one, many } = entriesOf(name);
  for (const { message } of [new QueueFull(many, 2), new RowRefused(one)]) {
    expect(message).toMatch(/\b(?:calls?|rows?|rows of tables|tables?)\b/i);
    expect(message).not.toContain("_");
  }
});

test("a refusal says what to do", () => {
  expect(new QueueFull(entriesOf("table_rows").many, 2).message).toBe(
    "The queue for rows of tables is full. Send the request again in 2 s.",
  );
  expect(new RowRefused(entriesOf("call_parts").one).message).toBe(
    "A call holds a value that cannot be stored. Nothing of it was stored.",
  );
});
