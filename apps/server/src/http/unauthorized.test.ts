import { expect, test } from "vitest";
import { unauthorized } from "./unauthorized.ts";

test.each<[string, Record<string, string>, string]>([
  ["no credentials", {}, "No API key came with the request:"],
  ["an empty password", { Authorization: `Basic ${btoa("api:")}` }, "No API key came with"],
  ["a scheme that carries no key", { Authorization: "Digest x" }, "No API key came with"],
  ["a key of another server", { Authorization: "Bearer abc" }, "This key is not known here:"],
  ["a wrong key of telemetry", { "wandb-api-key": "abc" }, "This key is not known here:"],
])("%s", (_, headers, start) => {
  const { status, reason, headers: sent } = unauthorized(new Headers(headers));
  expect(status).toBe(401);
  expect(reason).toMatch(new RegExp(`^${start}`));
  expect(reason).not.toContain("abc");
  expect(sent["WWW-Authenticate"]).toMatch(/^Basic /);
});
