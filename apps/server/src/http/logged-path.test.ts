import { expect, test } from "vitest";
import { mintKey } from "../access/api-key.ts";
import { loggedPath } from "./logged-path.ts";

const key = mintKey();

test.each([
  ["the path", "/api/v2/runs/local/demo", "/api/v2/runs/local/demo"],
  ["no key", `/traces/${key}/call/start`, "/traces/<redacted>/call/start"],
  ["no key with text around it", `/local:${key}=`, "/local:<redacted>="],
  ["no key of another vendor", `/graphql/${"0a1b2c3d".repeat(5)}`, "/graphql/<redacted>"],
  ["no part of a key at the cut", `/${"a/".repeat(90)}${key}`, `/${"a/".repeat(90)}<redacted>`],
  ["one line", "/a\nb\u001b[31m\u202e\u0000", "/a�b�[31m��"],
  ["the beginning", `/${"ab/".repeat(100)}`, `/${"ab/".repeat(100)}`.slice(0, 200) + "…"],
  ["names in any script", "/größe/数据", "/größe/数据"],
])("shows %s", (_, path, shown) => {
  expect(loggedPath(path)).toBe(shown);
});
