import { describe, expect, it, test } from "vitest";
import { InvalidInput } from "../../refusals/refusal.ts";
import { atOnce } from "../../budgets/loop-turns.ts";
import { treeContent } from "../digests/testing/tree-content.ts";
import { FileNamesCheck } from "./file-names.ts";

function check(val: unknown): () => void {
  const { text } = treeContent(JSON.stringify(val));
  return () => atOnce(new FileNamesCheck(text));
}

describe("files of custom values", () => {
  const custom = (name: string): unknown => ({
    a: [{ zzz: 1, _type: "CustomWeaveType", files: { "ok.py": "C", [name]: "D" }, a: { b: [] } }],
  });

  test.each(["/etc/passwd", "../x", "a/../../x", "..\\x", "C:\\x", "\\\\host\\x", ".."])(
    "%s leads out of the folder",
    (name) => expect(check(custom(name))).toThrow(InvalidInput),
  );

  test.each(["obj.py", "a/b.png", "..a", "a..b/c", 'a"b', "é.png"])("%s stays inside", (name) =>
    expect(check(custom(name))).not.toThrow(),
  );

  test.each([
    ["of other values", { files: { "/etc/passwd": "D" } }],
    ["of values in custom ones", { _type: "CustomWeaveType", a: { files: { "/x": "D" } } }],
    ["in files", { _type: "CustomWeaveType", files: { a: { "/x": 1 } } }],
    ["under another name", { _type: "CustomWeaveType", 'x"files': { "/x": 1 } }],
    [
      "of a text that looks like a custom value",
      [{ files: { "/x": 1 } }, '"_type": "CustomWeaveType"'],
    ],
    ["that is no object", { _type: "CustomWeaveType", files: ["/x"] }],
  ])("allows any names %s", (_, val) => expect(check(val)).not.toThrow());

  it("looks at values inside of others, however they are nested", () => {
    const inner = { _type: "CustomWeaveType", files: { "/x": 1 } };
    const outer = { _type: "CustomWeaveType", files: { a: 1 }, zzz: [[{ b: inner }]] };
    expect(check(outer)).toThrow(InvalidInput);
    expect(check({ _type: "CustomWeaveType", files: { a: inner } })).toThrow(InvalidInput);
  });
});
