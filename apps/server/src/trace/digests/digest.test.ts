import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { digestOf, isContentHash, isVersion, tableDigest } from "./digest.ts";

describe("the published vectors", () => {
  test("a table of two rows", () => {
    const rows = [
      "YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic",
      "JPVyYA4VDTIwE4OFqgAGyhuZO0a7Qn90bMaQyY2TJBM",
    ];
    expect(tableDigest(rows)).toBe(
      "ed8bd1f8cb829eeb6b3fef95a7cd8401f7e5af825c4c9aa144a1ceb9f32c3654",
    );
  });

  test("an empty table", () => {
    expect(tableDigest([])).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  test("a file", () => {
    expect(digestOf(Buffer.from("hello world"))).toBe(
      "uU0nuZNNPgilLlLX2n2rXsSE7XN6U4DukIj3rOLvzek",
    );
  });
});

test("a table of more rows than one step hashes", () => {
  const rows = Array.from({ length: 2_500 }, (_, row) => digestOf(String(row)));
  const expected = createHash("sha256").update(rows.join("")).digest("hex");
  expect(tableDigest(rows)).toBe(expected);
});

describe("the meaning of a text in the place of a digest", () => {
  test.each([
    ["43 alphanumerics", "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o", true],
    ["64 hex digits", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", true],
    ["43 characters with a dash", "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4-", false],
    ["64 letters beyond f", "g".repeat(64), false],
    ["latest", "latest", false],
  ])("%s", (_, text, expected) => expect(isContentHash(text)).toBe(expected));

  test.each([
    ["v0", true],
    ["v12", true],
    ["v", false],
    ["v1-candidate", false],
    ["version", false],
  ])("%s", (text, expected) => expect(isVersion(text)).toBe(expected));
});
