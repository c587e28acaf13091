import { expect, test } from "vitest";
import { presentedKey } from "./credentials.ts";

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

test.each<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ Authorization: basic("api:secret") }, "secret"],
  [{ Authorization: basic("anybody:secret") }, "secret"],
  [{ Authorization: basic(":secret") }, "secret"],
  [{ Authorization: basic("api:with:colons") }, "with:colons"],
  [{ Authorization: basic("secret") }, undefined],
  [{ Authorization: basic("api:") }, undefined],
  [{ "wandb-api-key": " " }, undefined],
  [{ Authorization: "Bearer secret" }, "secret"],
  [{ Authorization: "bEARER   secret " }, "secret"],
  [{ Authorization: "Bearer" }, undefined],
  [{ Authorization: "Digest secret" }, undefined],
  [{ Authorization: "secret" }, undefined],
  [{ "wandb-api-key": "secret" }, "secret"],
  [{ "WANDB-API-KEY": " secret " }, "secret"],
  [{ Authorization: "Bearer one", "wandb-api-key": "other" }, "one"],
  [{ Authorization: "Digest x", "wandb-api-key": "other" }, "other"],
])("%j carries %j", (headers, key) => {
  expect(presentedKey(new Headers(headers))).toBe(key);
});
