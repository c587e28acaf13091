import type { BodyStyle } from "../body.ts";

/**
 * JSON whose `bigint` values are written as integers. `JSON.stringify` refuses them, and
 * `JSON.rawJSON` is missing in Node 20 and in older browsers.
 */
export const exactJson: BodyStyle = (value) => {
  // No text of the program can hold this mark, since the program cannot know it.
  const mark = `${crypto.getRandomValues(new Uint32Array(4)).join("")}:`;
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === "bigint" ? mark + String(member) : member,
  );
  const [first = "", ...others] = text.split(`"${mark}`);
  // Behind each mark stand digits and the quote that ends them.
  return first + others.map((piece) => piece.replace('"', "")).join("");
};
