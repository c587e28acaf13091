import { describe, expect, test } from "vitest";
import { encodeBody } from "./body.ts";
import { jsonLines, multipart, urlEncoded } from "./on-demand/body-styles.ts";

describe("a body", () => {
  const bytes = new Uint8Array([1, 2]);
  const blob = new Blob(["x"]);

  test.each([
    ["JSON", { a: 1 }, "application/json", '{"a":1}'],
    ["JSON of a vendor", [1], "application/vnd.x+json; charset=utf-8", "[1]"],
    ["a text that is JSON", "x", "application/json", '"x"'],
    ["null", null, "application/json", "null"],
    ["text", "x", "text/plain", "x"],
    ["bytes", bytes, "application/octet-stream", bytes],
    ["a blob", blob, "image/png", blob],
    ["none", undefined, "application/json", undefined],
  ])("of %s is sent as its media type requires", async (_, value, type, expected) => {
    expect(await encodeBody(value, type, undefined)).toBe(expected);
  });

  test("of JSON lines has one item on each line", () => {
    expect(jsonLines([{ a: 1 }, 2])).toBe('{"a":1}\n2\n');
  });

  test("of a URL-encoded form repeats lists and leaves out members without a value", () => {
    const body = urlEncoded({ a: [1, 2], b: "x y", c: undefined, d: null, e: { f: 1 } });
    expect((body as URLSearchParams).toString()).toBe("a=1&a=2&b=x+y&e=%7B%22f%22%3A1%7D");
  });
});

describe("a form", () => {
  const stream = (): ReadableStream => new Blob(["bytes"]).stream();

  test.each([
    ["a blob", () => new Blob(["bytes"])],
    ["a file", () => new File(["bytes"], "name.txt")],
    ["a buffer", () => new TextEncoder().encode("bytes").buffer],
    ["a view on a part of a buffer", () => new TextEncoder().encode("..bytes..").subarray(2, 7)],
    ["a stream", stream],
  ])("takes %s for a file", async (_, part) => {
    const form = (await multipart({ file: part() })) as FormData;
    expect(await (form.get("file") as File).text()).toBe("bytes");
  });

  test("keeps the name of a file", async () => {
    const form = (await multipart({ file: new File([""], "name.txt") })) as FormData;
    expect((form.get("file") as File).name).toBe("name.txt");
  });

  test("writes texts, numbers and JSON", async () => {
    const form = (await multipart({ a: "x", b: 1, c: { d: 2 }, e: ["1", "2"] })) as FormData;
    expect([...form]).toEqual([
      ["a", "x"],
      ["b", "1"],
      ["c", '{"d":2}'],
      ["e", "1"],
      ["e", "2"],
    ]);
  });

  test("that is already a FormData is sent unchanged", async () => {
    const form = new FormData();
    expect(await multipart(form)).toBe(form);
  });
});
