import { Page } from "@heddle/client/core";
import { describe, expect, test } from "vitest";
import { exampleValues } from "../requests/values.ts";
import type { PlacedOperation } from "../spec/document.ts";
import { everyOperation } from "../spec/services.ts";
import { argumentsFor, methodOf } from "./method.ts";
import { documentedAnswers, type DocumentedAnswer } from "./responses.ts";

/** Lists that go on after an item: a query parameter `after`, and an answer that says `has_more`. */
const lists = everyOperation.flatMap((one) => {
  const goesOn = (one.placed.operation.parameters ?? []).some(({ name }) => name === "after");
  const example = documentedAnswers(one.service, one.placed).find(
    ({ status, value }) => status === 200 && hasMore(value),
  );
  return goesOn && example !== undefined ? [{ ...one, example }] : [];
});

function hasMore(value: unknown): boolean {
  return typeof value === "object" && value !== null && "has_more" in value;
}

interface Item {
  readonly id: string;
}

/** A server with these items, two on each page. */
function pagesOf(example: DocumentedAnswer, items: readonly Item[], asked: URL[]) {
  return (request: Request): Response => {
    const url = new URL(request.url);
    asked.push(url);
    const after = url.searchParams.get("after");
    const from = items.findIndex(({ id }) => id === after) + 1;
    const data = items.slice(from, from + 2);
    const body = { ...(example.value as object), data, has_more: from + 2 < items.length };
    return Response.json(body, { headers: { "x-request-id": "request-1" } });
  };
}

const first = (service: (typeof lists)[number]["service"], placed: PlacedOperation) => {
  const [values] = exampleValues(service, placed);
  if (values === undefined) throw new Error("no example makes a request");
  const { after: _, ...query } = values.query;
  return argumentsFor(service, placed, { ...values, query });
};

test("the spec has lists", () => {
  expect(lists.length).toBeGreaterThanOrEqual(2);
});

describe.each(lists)("$id", ({ service, placed, example }) => {
  const [item] = (example.value as { data: Item[] }).data;
  const items = ["a", "b", "c", "d", "e"].map((id) => ({ ...item, id }));

  test("gives the items of all pages, each once, in order", async () => {
    const asked: URL[] = [];
    const method = methodOf(service, placed, pagesOf(example, items, asked));
    const read: unknown[] = [];
    for await (const one of method?.(...first(service, placed)) ?? []) read.push(one);
    expect(read).toEqual(items);
    expect(asked.map((url) => url.searchParams.get("after"))).toEqual([null, "b", "d"]);
  });

  test("awaited, is its first page, which can read on", async () => {
    const asked: URL[] = [];
    const method = methodOf(service, placed, pagesOf(example, items, asked));
    const page = await method?.(...first(service, placed));
    expect(page).toBeInstanceOf(Page);
    const { data, hasMore } = page as Page<Item>;
    expect([data, hasMore]).toEqual([items.slice(0, 2), true]);
    const read: Item[] = [];
    for await (const one of page as Page<Item>) read.push(one);
    expect(read).toEqual(items);
    expect(asked).toHaveLength(3);
  });

  test("requests no page before it is read", async () => {
    const asked: URL[] = [];
    const method = methodOf(service, placed, pagesOf(example, items, asked));
    for await (const one of method?.(...first(service, placed)) ?? []) {
      expect(one).toEqual(items[0]);
      break;
    }
    expect(asked).toHaveLength(1);
  });

  test("sends the same query for every page", async () => {
    const asked: URL[] = [];
    const method = methodOf(service, placed, pagesOf(example, items, asked));
    const args = first(service, placed).map((one) =>
      typeof one === "object" && one !== null && !("headers" in one) ? { ...one, limit: 2 } : one,
    );
    for await (const _ of method?.(...args) ?? []);
    expect(asked.map((url) => url.searchParams.get("limit"))).toEqual(["2", "2", "2"]);
  });

  test("ends at an empty page, even with `has_more`", async () => {
    const body = { ...(example.value as object), data: [], has_more: true };
    let count = 0;
    const method = methodOf(service, placed, () => {
      count += 1;
      return Response.json(body);
    });
    for await (const _ of method?.(...first(service, placed)) ?? []);
    expect(count).toBe(1);
  });
});
