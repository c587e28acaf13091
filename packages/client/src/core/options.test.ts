import { expect, test } from "vitest";
import { Connection } from "./connection.ts";
import type { ClientOptions } from "./options.ts";

test.each<[string, ClientOptions, string]>([
  ["a password in the address", { baseUrl: "http://me:hunter2@host" }, "baseUrl must not hold"],
  ["a query in the address", { baseUrl: "http://host/?key=hunter2" }, "baseUrl must not hold"],
  ["a fragment in the address", { baseUrl: "http://host#hunter2" }, "baseUrl must not hold"],
  ["a key with a line break", { apiKey: "hunter2\n" }, "apiKey must be visible ASCII"],
  ["an empty key", { apiKey: "" }, "apiKey must be visible ASCII"],
  ["no time at all", { timeoutMs: 0 }, "timeoutMs must be above 0"],
  ["a time that is no number", { timeoutMs: Number.NaN }, "timeoutMs must be above 0"],
  ["a negative number of retries", { maxRetries: -1 }, "maxRetries not below 0"],
])("%s is refused at once, and the message holds no secret", (_, options, problem) => {
  const connect = (): Connection => new Connection(options, "http://127.0.0.1");
  expect(connect).toThrow(TypeError);
  expect(connect).toThrow(problem);
  expect(connect).not.toThrow("hunter2");
});
