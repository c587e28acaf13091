import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { uuidV7, uuidV7Time } from "./uuid-v7.ts";

test("has the layout of RFC 9562", () => {
  // The example of RFC 9562, appendix A.6.
  const random = Buffer.from("0cc318c4dc0c0c07398f", "hex");
  expect(uuidV7(0x017f22e279b0, random)).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
});

test("contains the time of its creation", () => {
  const now = 1_790_000_000_123;
  expect(uuidV7Time(uuidV7(now, randomBytes(10)))).toBe(now);
});

test.each(["", "abc", "5b8efff798038103d269b633813fc60c", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f"])(
  "other ids contain no time: %j",
  (id) => {
    expect(uuidV7Time(id)).toBeUndefined();
  },
);

test("later ids sort later", () => {
  const [zeros, ones] = [Buffer.alloc(10, 0), Buffer.alloc(10, 0xff)];
  expect(uuidV7(1000, ones) < uuidV7(1001, zeros)).toBe(true);
});
