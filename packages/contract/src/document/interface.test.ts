/**
 * The published operations of the interface, one a line in `interface.tsv`: service, method, path
 * with nameless parameters. Each stands in the spec, in the kit, in the client and in the stub.
 */
import { readFileSync } from "node:fs";
import { stubApp } from "@heddle/stub";
import { describe, expect, test } from "vitest";
import { hasMethod, methodOf } from "../client/method.ts";
import { exampleValues } from "../requests/values.ts";
import { written } from "../requests/write.ts";
import { everyOperation } from "../spec/services.ts";

const rows = readFileSync(new URL("interface.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [service: string, method: string, path: string]);

const nameless = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

/** The operation of the spec at a place of the interface. */
function operationAt([service, method, path]: (typeof rows)[number]) {
  return everyOperation.find(
    (one) =>
      one.service.name === service &&
      one.placed.method.toUpperCase() === method &&
      nameless(one.placed.path) === path,
  );
}

const stub = stubApp();

test("the interface has 115 operations, each once", () => {
  expect(new Set(rows.map((row) => row.join(" "))).size).toBe(115);
  expect(rows).toHaveLength(115);
});

describe.each(rows)("%s: %s %s", (...row) => {
  test("stands in the spec, the kit, the client and the stub", async () => {
    const found = operationAt(row);
    expect(found, "no operation of the spec").toBeDefined();
    if (found === undefined) return;
    const { service, placed } = found;
    const { operationId, "x-compat": compat } = placed.operation;
    expect(service.kitOperations.map(({ id }) => id)).toContain(operationId);

    const { of } = Object(compat) as { readonly of?: string };
    const named = everyOperation.find(
      (one) => one.service === service && one.placed.operation.operationId === (of ?? operationId),
    );
    expect(named && hasMethod(named.placed), "no method of the client").toBe(true);
    expect(named && methodOf(service, named.placed, () => new Response())).toBeDefined();

    const [values] = exampleValues(service, placed);
    expect(values, "no example of a request").toBeDefined();
    if (values === undefined) return;
    const { url, init } = written(service, placed, `http://stub${service.prefix}`, values);
    const headers = { ...init.headers, authorization: `Bearer ${"k".repeat(40)}` };
    const answer = await stub.request(url, { ...init, headers });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  });
});
