import { raw } from "hono/html";
import { describe, expect, test } from "vitest";
import { jsonText } from "./json-text.ts";
import { page, pageHeaders } from "./layout.ts";
import { html } from "./markup.ts";

const hostile = `<script>alert("x")</script>'&`;

describe("markup", () => {
  test.each([
    ["text", html`<p>${hostile}</p>`],
    ["an attribute", html`<a title="${hostile}">x</a>`],
    [
      "a list",
      html`<ul>
        ${[hostile, hostile]}
      </ul>`,
    ],
    [
      "markup in a list",
      html`<ul>
        ${[html`<li>${hostile}</li>`]}
      </ul>`,
    ],
    ["a title", page(hostile, html``)],
  ])("%s is escaped", (_, markup) => {
    // At run time markup is a String object, and the matcher would treat that as a list.
    const text = [markup].join("");
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toContain('title="<');
  });

  test("absent values add nothing, and nothing is escaped twice", () => {
    const inner = html`<b>${"&"}</b>`;
    expect(String(html`${undefined}${null}${false}${[]}${0}${[inner, "<"]}${raw("<i>")}`)).toBe(
      "0<b>&amp;</b>&lt;<i>",
    );
  });
});

describe("JSON text", () => {
  const shown = (text: string): string =>
    [jsonText(text).markup].join("").replaceAll("&quot;", '"');

  test.each([
    ["{}", "{}"],
    ["[ ]", "[]"],
    [
      '{"a":1.0,"b":[1,{"c":null}]}',
      '{\n  "a": 1.0,\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ]\n}',
    ],
    ["12345678901234567890123", "12345678901234567890123"],
    ['"a, {b}: [c] \\" d"', '"a, {b}: [c] \\" d"'],
    ['{"a":[1', '{\n  "a": [\n    1'],
    ['{"a":"b [c, d', '{\n  "a": "b [c, d'],
    ['["a\\"b', '[\n  "a\\"b'],
    ['["a\\', '[\n  "a\\'],
    [' \n{ "a" :\t1 }\r\n', '{\n  "a": 1\n}'],
    ["]}1", "\n]\n}1"],
    ["", ""],
  ])("%s", (text, want) => {
    expect(shown(text)).toBe(want);
  });

  test("lines deeper than thirty-two levels are indented no further", () => {
    const lines = shown("[".repeat(40)).split("\n");
    expect(lines.map((line) => line.length)).toEqual([
      ...Array.from({ length: 32 }, (_, depth) => 2 * depth + 1),
      ...Array.from({ length: 8 }, () => 65),
    ]);
  });

  test.each([
    ["a string", '"abcdefghij"', 4, '"abc', 4],
    ["between tokens", "[1,2,3]", 6, "[\n  1,", 3],
    ["before a surrogate pair", '"ab\u{1f600}"', 4, '"ab', 3],
    ["nowhere", "[1] ", 100, "[\n  1\n]", 4],
  ])("room ends in %s", (_, text, room, want, read) => {
    const laidOut = jsonText(text, undefined, room);
    expect(String(laidOut.markup).replaceAll("&quot;", '"')).toBe(want);
    expect(laidOut.read).toBe(read);
  });

  test("a cut ref is no link", () => {
    const laidOut = jsonText('"weave:///e/p/object/o:v"', () => "/go", 12);
    expect(String(laidOut.markup)).not.toContain("<a");
  });

  test("a ref becomes a link, and a hostile string is escaped", () => {
    const text = JSON.stringify({ r: "weave:///e/p/object/o:v", x: hostile, y: 'weave:///"><b>' });
    const { markup } = jsonText(text, (ref) => (ref.endsWith(":v") ? `/go?${ref}` : undefined));
    const shown = [markup].join("");
    expect(shown).toContain('<a href="/go?weave:///e/p/object/o:v">');
    expect(shown).not.toMatch(/<(?!\/?a\b)/);
  });
});

test("the policy of a page allows no script, and one style by its hash", async () => {
  const style = /<style>(.*)<\/style>/s.exec(page("t", html``))?.[1] ?? "";
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  expect(pageHeaders["Content-Security-Policy"]).toContain(
    `style-src 'sha256-${Buffer.from(hash).toString("base64")}'`,
  );
  expect(pageHeaders["Content-Security-Policy"]).toContain("default-src 'none'");
});
