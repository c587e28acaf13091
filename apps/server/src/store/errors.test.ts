import { expect, test } from "vitest";
import { QueueFull, RowRefused } from "./errors.ts";
import * as allTables from "./traces/tables/all-tables.ts";
import { entriesOf } from "./traces/tables/entries-of.ts";

test.each(Object.values(allTables))("messages about the table $name use words", (table) => {
  const { one, many } = entriesOf(table.name);
  expect({ one, many }).toEqual(table.entries);
  expect(one).toMatch(/^An? [a-z ]+$/);
  expect(many).toMatch(/^[a-z ]+$/);
});

test("a refusal says what to do", () => {
  expect(new QueueFull(entriesOf("table_rows").many, 2).message).toBe(
    "The queue for rows of tables is full. Send the request again in 2 s.",
  );
  expect(new RowRefused(entriesOf("call_parts").one).message).toBe(
    "A call holds a value that cannot be stored. Nothing of it was stored.",
  );
});
