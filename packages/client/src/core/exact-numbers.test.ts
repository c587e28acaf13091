import { describe, expect, expectTypeOf, test } from "vitest";
import { collect, connectionTo, responseOf } from "../testing/in-process.ts";
import { exactJson } from "./on-demand/exact-json.ts";
import { exactNumbers, parseExactly } from "./on-demand/exact-numbers.ts";

const large = 9223372036854775807n;

describe("a body with bigint", () => {
  test.each<[unknown, string]>([
    [{ seed: large }, '{"seed":9223372036854775807}'],
    [{ seed: -large }, '{"seed":-9223372036854775807}'],
    [{ rows: [1n, 2, "3"] }, '{"rows":[1,2,"3"]}'],
    [{ text: '":1" 12:3' }, '{"text":"\\":1\\" 12:3"}'],
    [{ at: new Date(0), none: undefined }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ])("%o is written exactly", (value, expected) => {
    expect(exactJson(value)).toBe(expected);
  });
});

describe("exact numbers", () => {
  test.each<[string, unknown]>([
    ["9223372036854775807", large],
    ["-9223372036854775808", -9223372036854775808n],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["[9007199254740993,1]", [9007199254740993n, 1]],
    ['{"a":"9223372036854775807"}', { a: "9223372036854775807" }],
    ['{"a\\"":9223372036854775807}', { 'a"': large }],
    ['["\\\\",9223372036854775807,"\\\\\\""]', ["\\", large, '\\"']],
    ["9223372036854775807.0", 2 ** 63],
    ["1e300", 1e300],
    ["12345678901234567890123", 12345678901234567890123n],
    ["null", null],
  ])("of %s", (text, expected) => {
    expect(parseExactly(text)).toEqual(expected);
  });

  test("refuse text that is not JSON", () => {
    for (const text of ["", "{", '"9223372036854775807', "[9223372036854775807", "01"]) {
      expect(() => parseExactly(text), text).toThrow(SyntaxError);
    }
  });

  test("take time that grows with the length of the text only", () => {
    const text = `[${'"\\\\\\"",'.repeat(100_000)}${"9223372036854775807,".repeat(100_000)}"${"\\\\".repeat(1_000_000)}"]`;
    expect((parseExactly(text) as unknown[])[150_000]).toBe(large);
  });

  test("are read from answers, streams and pages", async () => {
    const item = '{"id":"a","seed":9223372036854775807}';
    const whole = connectionTo(() => new Response(item));
    type Item = { id: string; seed: number };
    const call = exactNumbers(whole.call<Item>("t.read", "GET /", {}, undefined));
    expect(await call).toEqual({ id: "a", seed: large });
    expectTypeOf((await call).seed).toEqualTypeOf<number | bigint>();
    expectTypeOf((await call).id).toEqualTypeOf<string>();

    const lines = connectionTo(() => responseOf([`${item}\n`, `${item}\n`]));
    const request = { accept: "application/jsonl" };
    const items = await collect(
      exactNumbers(lines.stream<Item>("t.watch", "GET /", request, undefined)),
    );
    expect(items.map(({ seed }) => seed)).toEqual([large, large]);

    const answers = [
      `{"data":[${item}],"has_more":true}`,
      `{"data":[{"id":"b","seed":1}],"has_more":false}`,
    ];
    const list = connectionTo(() => new Response(answers.shift()));
    const listed = await collect(exactNumbers(list.pages<Item>("t.list", "GET /", {}, undefined)));
    expect(listed.map(({ seed }) => seed)).toEqual([large, 1]);
    const second = ['{"data":[{"id":"b"}],"has_more":true}', `{"data":[${item}],"has_more":false}`];
    const later = connectionTo(() => new Response(second.shift()));
    const all = await collect(exactNumbers(later.pages<Item>("t.list", "GET /", {}, undefined)));
    expect(all.at(-1)?.seed).toBe(large);
  });
});
