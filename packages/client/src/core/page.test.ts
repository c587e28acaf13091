import { describe, expect, test } from "vitest";
import { collect, connectionTo } from "../testing/in-process.ts";
import { InvalidResponseError, NotFoundError } from "./errors.ts";
import type { PageCall } from "./page.ts";

interface Item {
  readonly id: string;
}

/** A list of `count` items with a cursor, and the cursors that the client asked for. */
function listOf(
  count: number,
  pageSize: number,
  page: (body: { data: Item[]; has_more: boolean }) => unknown = (body) => body,
): { list: PageCall<Item>; asked: (string | null)[] } {
  const asked: (string | null)[] = [];
  const api = connectionTo((request) => {
    const url = new URL(request.url);
    expect(url.searchParams.get("order")).toBe("asc");
    const after = url.searchParams.get("after");
    asked.push(after);
    const start = after === null ? 0 : Number(after) + 1;
    const ids = Array.from({ length: count }, (_, index) => ({ id: String(index) }));
    const data = ids.slice(start, start + pageSize);
    return Response.json(page({ data, has_more: start + pageSize < count }));
  });
  const query = { query: { order: "asc" } };
  return { list: api.pages<Item>("things.list", "GET /things", query, undefined), asked };
}

const idsOf = async (items: AsyncIterable<Item>): Promise<string[]> =>
  (await collect(items)).map(({ id }) => id);

describe("a list", () => {
  test("is all items of all pages, each fetched when it is needed", async () => {
    const { list, asked } = listOf(5, 2);
    expect(asked).toEqual([]);
    expect(await idsOf(list)).toEqual(["0", "1", "2", "3", "4"]);
    expect(asked).toEqual([null, "1", "3"]);
  });

  test("that is left early fetches no more", async () => {
    const { list, asked } = listOf(100, 2);
    for await (const { id } of list) if (id === "2") break;
    expect(asked).toEqual([null, "1"]);
  });

  test("is one page after the other", async () => {
    const { list } = listOf(3, 2);
    const first = await list;
    expect(first).toMatchObject({ data: [{ id: "0" }, { id: "1" }], hasMore: true });
    const second = await first.nextPage();
    expect(second).toMatchObject({ data: [{ id: "2" }], hasMore: false });
    expect(await second?.nextPage()).toBeUndefined();
    expect(await idsOf(first)).toEqual(["0", "1", "2"]);
  });

  test("ends with an empty page, whatever the server says", async () => {
    const { list, asked } = listOf(2, 2, (body) => ({ ...body, has_more: true }));
    expect(await idsOf(list)).toEqual(["0", "1"]);
    expect(asked).toEqual([null, "1"]);
  });

  test("whose items have no id fails instead of starting again", async () => {
    const { list, asked } = listOf(9, 2, (body) => ({ ...body, data: [{}] }));
    await expect(collect(list)).rejects.toThrow(InvalidResponseError);
    expect(asked).toEqual([null]);
  });

  test("that returns the same last item again fails", async () => {
    const { list, asked } = listOf(9, 2, (body) => ({ ...body, data: [{ id: "1" }] }));
    await expect(collect(list)).rejects.toThrow(InvalidResponseError);
    expect(asked).toEqual([null, "1"]);
  });

  test.each([undefined, null, [], {}, { data: { length: 1 } }, "text"])(
    "is not %j: `result()` returns that error too",
    async (body) => {
      const answer = (): Response =>
        body === undefined ? new Response(null, { status: 204 }) : Response.json(body);
      const list = connectionTo(answer).pages("t.l", "GET /", {}, undefined);
      await expect(collect(list)).rejects.toThrow(InvalidResponseError);
      expect((await list.result()).error).toBeInstanceOf(InvalidResponseError);
    },
  );

  test("that is refused throws", async () => {
    const api = connectionTo(() => Response.json({ detail: "no" }, { status: 404 }));
    await expect(collect(api.pages("t.l", "GET /", {}, undefined))).rejects.toThrow(NotFoundError);
  });
});
