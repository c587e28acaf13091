import { expect, test } from "vitest";
import { ReadAhead } from "./read-ahead.ts";

const kib = 1024;
const mib = 1024 * kib;

test("little is read at first, and more after the reader has taken much", () => {
  const ahead = new ReadAhead();
  expect([ahead.bytes, ahead.rows]).toEqual([512 * kib, 500]);
  ahead.taken(300, 512 * kib, 10);
  expect([ahead.bytes, ahead.rows]).toEqual([512 * kib, 500]);
  ahead.taken(3_000, 7.5 * mib, 10);
  expect([ahead.bytes, ahead.rows]).toEqual([mib, 3_300]);
  ahead.taken(100_000, 1_000 * mib, 10);
  expect([ahead.bytes, ahead.rows]).toEqual([2 * mib, 5_000]);
});

test("for a slow reader it is little again", () => {
  const ahead = new ReadAhead();
  ahead.taken(100_000, 1_000 * mib, 900);
  ahead.taken(1_000, 4 * mib, 1_100);
  expect([ahead.bytes, ahead.rows]).toEqual([512 * kib, 500]);
});
