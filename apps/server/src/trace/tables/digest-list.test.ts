import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DigestList } from "./digest-list.ts";

test("behaves like an array across the borders of its blocks", () => {
  const change = fc.record({ at: fc.nat(), isInsert: fc.boolean() });
  fc.assert(
    fc.property(fc.nat(10_000), fc.array(change, { maxLength: 60 }), (size, changes) => {
      const array = Array.from({ length: size }, (_, at) => `row ${at}`);
      const list = new DigestList(array);
      for (const { at, isInsert } of changes) {
        if (isInsert) {
          const index = at % (array.length + 1);
          list.insert(index, `new ${at}`);
          array.splice(index, 0, `new ${at}`);
        } else if (array.length > 0) {
          const index = at % array.length;
          expect(list.remove(index)).toBe(array.splice(index, 1)[0]);
        }
        expect(list.length).toBe(array.length);
      }
      list.push("last");
      expect(list.toArray()).toEqual([...array, "last"]);
    }),
  );
});

test("full blocks are split, and empty ones do no harm", () => {
  const list = new DigestList([]);
  const array: string[] = [];
  for (let at = 0; at < 20_000; at += 1) {
    list.insert(at % 7 === 0 ? 0 : list.length, String(at));
    if (at % 7 === 0) array.unshift(String(at));
    else array.push(String(at));
  }
  expect(list.toArray()).toEqual(array);
  while (array.length > 0) {
    const index = Math.floor(array.length / 2);
    expect(list.remove(index)).toBe(array.splice(index, 1)[0]);
  }
  list.insert(0, "again");
  expect(list.toArray()).toEqual(["again"]);
});
