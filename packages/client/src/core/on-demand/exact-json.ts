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
  return text.replaceAll(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
};
