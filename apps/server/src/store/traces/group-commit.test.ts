import { describe, expect, test } from "vitest";
import { QueueFull, StoreUnavailable } from "../errors.ts";
import { GroupCommit, type GroupCommitOptions } from "./group-commit.ts";

type Outcomes = readonly (Error | undefined)[];

/** A queue whose commits wait until the test ends them with `end`. */
function queueOf(options: Partial<GroupCommitOptions<string>> = {}) {
  const groups: string[][] = [];
  const ends: ((outcomes: Outcomes | Error) => void)[] = [];
  const queue = new GroupCommit<string>({
    name: "letters",
    sizeOf: (item) => item.length,
    maxQueuedBytes: 100,
    commit: (items) => {
      groups.push([...items]);
      return new Promise((resolve, reject) => {
        ends.push((end) => (end instanceof Error ? reject(end) : resolve(end)));
      });
    },
    ...options,
  });
  const end = async (outcomes: Outcomes | Error = []): Promise<void> => {
    ends.shift()?.(outcomes);
    await new Promise(setImmediate);
  };
  return { queue, groups, end };
}

describe("groups", () => {
  test("hold all items submitted in one turn of the event loop, in order", async () => {
    const { queue, groups, end } = queueOf();
    const submitted = [queue.submit(["a", "b"]), queue.submit(["c"])];
    await new Promise(setImmediate);
    await end();
    await Promise.all(submitted);
    expect(groups).toEqual([["a", "b", "c"]]);
  });

  test("hold all items that came during the last flush", async () => {
    const { queue, groups, end } = queueOf();
    const submitted = [queue.submit(["a"])];
    await new Promise(setImmediate);
    for (const item of ["b", "c", "d"]) {
      submitted.push(queue.submit([item]));
      await new Promise(setImmediate);
    }
    expect(groups).toEqual([["a"]]);
    await end();
    expect(groups).toEqual([["a"], ["b", "c", "d"]]);
    await end();
    await Promise.all(submitted);
  });

  test.each([
    ["items", { flushItems: 2 }],
    ["bytes", { flushBytes: 2 }],
  ])("are bounded in %s, and a submission may span several", async (_bound, bounds) => {
    const { queue, groups, end } = queueOf(bounds);
    const first = queue.submit(["a", "b", "c"]);
    const second = queue.submit(["d", "e"]);
    await new Promise(setImmediate);
    const failure = new Error("c failed");
    await end();
    await end([failure]);
    await end();
    expect(groups).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(await first).toEqual([undefined, undefined, failure]);
    expect(await second).toEqual([undefined, undefined]);
  });

  test("take an item larger than a group by itself", async () => {
    const { queue, groups, end } = queueOf({ flushBytes: 2 });
    const submitted = queue.submit(["a", "long", "b"]);
    await new Promise(setImmediate);
    for (let turn = 0; turn < 3; turn += 1) await end();
    await submitted;
    expect(groups).toEqual([["a"], ["long"], ["b"]]);
  });
});

describe("answers", () => {
  test("come only when the group is committed, each with its own outcome", async () => {
    const { queue, end } = queueOf();
    let isAnswered = false;
    const first = queue.submit(["a", "b"]).finally(() => (isAnswered = true));
    const second = queue.submit(["c"]);
    await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    const failure = new Error("b failed");
    await end([undefined, failure]);
    expect(await first).toEqual([undefined, failure]);
    expect(await second).toEqual([undefined]);
  });

  test("are the commit's error if it fails, and the next group goes on", async () => {
    const { queue, groups, end } = queueOf();
    const failure = new Error("the disk is gone");
    const first = queue.submit(["a", "b"]);
    await new Promise(setImmediate);
    const second = queue.submit(["c"]);
    await end(failure);
    await end();
    expect(await first).toEqual([failure, failure]);
    expect(await second).toEqual([undefined]);
    expect(groups).toEqual([["a", "b"], ["c"]]);
  });

  test("come at once for an empty submission", async () => {
    const { queue, groups } = queueOf();
    expect(await queue.submit([])).toEqual([]);
    expect(groups).toEqual([]);
  });
});

describe("the bound on waiting bytes", () => {
  test("counts the items in flight, and frees them with the answer", async () => {
    const { queue, end } = queueOf({ maxQueuedBytes: 4 });
    const first = queue.submit(["aa"]);
    await new Promise(setImmediate);
    const second = queue.submit(["bb"]);
    await expect(queue.submit(["c"])).rejects.toBeInstanceOf(QueueFull);
    await end();
    const third = queue.submit(["cc"]);
    await end();
    await end();
    expect(await Promise.all([first, second, third])).toHaveLength(3);
    expect(queue.outstandingBytes).toBe(0);
  });

  test("lets a larger submission in if nothing waits", async () => {
    const { queue, end } = queueOf({ maxQueuedBytes: 4 });
    const large = queue.submit(["a".repeat(50)]);
    await new Promise(setImmediate);
    await expect(queue.submit(["b"])).rejects.toBeInstanceOf(QueueFull);
    await end();
    expect(await large).toEqual([undefined]);
  });

  test.each([0, -1, Number.NaN])("cannot be %d", (maxQueuedBytes) => {
    expect(() => queueOf({ maxQueuedBytes })).toThrow(RangeError);
  });
});

test("closing takes nothing new and waits for the items that were taken", async () => {
  const { queue, groups, end } = queueOf({ flushItems: 1 });
  const submitted = queue.submit(["a", "b"]);
  let isClosed = false;
  const closed = queue.close().then(() => (isClosed = true));
  await expect(queue.submit(["c"])).rejects.toBeInstanceOf(StoreUnavailable);
  await end();
  expect(isClosed).toBe(false);
  await end();
  await closed;
  expect(await submitted).toEqual([undefined, undefined]);
  expect(groups).toEqual([["a"], ["b"]]);
});
