import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inAccount, type RequestAccount } from "../../../budgets/current-request.ts";
import { until } from "../../../store/traces/testing/until.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import type { Refs } from "../../refs/refs.ts";
import { HeldRows } from "../../query/held-rows.ts";
import { ExpandScene } from "../testing/expand-scene.ts";
import { expandTree } from "./expand-columns.ts";
import { ExpandedCalls, type ExpansionOptions, type PayloadTexts } from "./expanded-calls.ts";

let scene: ExpandScene;

beforeAll(async () => {
  scene = await ExpandScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

/** Counts the reads of a source, and remembers the refs of each. */
class CountedRefs implements Pick<Refs, "values"> {
  readonly reads: string[][] = [];

  async values(...asked: Parameters<Refs["values"]>): Promise<Map<string, string>> {
    this.reads.push([...asked[1]]);
    return scene.stores.refs.values(...asked);
  }
}

/** A request without a bound on what it holds. */
class Holding implements RequestAccount {
  readonly entity = "acme";
  held = 0;

  hold(bytes: number): void {
    this.held += bytes;
  }
}

/** Texts of 1,000 characters. */
async function publishTexts(count: number, of = "text"): Promise<string[]> {
  const refs: string[] = [];
  for (let at = 0; at < count; at += 1) {
    refs.push(await scene.publish(of, `${at} `.padEnd(998, "x")));
  }
  return refs;
}

function expansion(columns: string[], more: Partial<ExpansionOptions> = {}): ExpandedCalls {
  return new ExpandedCalls({
    refs: scene.stores.refs,
    requester: scene.stores.requesterOf("acme"),
    signal: nobodyLeaves,
    tree: expandTree(columns),
    isStream: true,
    idleMs: 10_000,
    ...more,
  });
}

function inputs(...values: readonly Readonly<Record<string, string>>[]): HeldRows<PayloadTexts> {
  return new HeldRows(
    values.map((value) => ({ inputs: JSON.stringify(value) })),
    10_000,
  );
}

async function taken(calls: AsyncIterable<PayloadTexts>): Promise<Record<string, string>[]> {
  const found: Record<string, string>[] = [];
  for await (const call of calls) {
    found.push(JSON.parse(call.inputs ?? "") as Record<string, string>);
  }
  return found;
}

describe("values", () => {
  test("are read once for many calls and many chunks", async () => {
    const refs = new CountedRefs();
    const [a = "", b = ""] = await publishTexts(2);
    const calls = expansion(["inputs.x"], { refs });
    expect(await taken(calls.of(inputs({ x: a }, { x: b }, { x: a })))).toHaveLength(3);
    expect(await taken(calls.of(inputs({ x: b }, { x: a })))).toHaveLength(2);
    expect(refs.reads).toEqual([[a, b]]);
  });

  test("without an object are looked for once", async () => {
    const refs = new CountedRefs();
    const none = `weave:///${scene.project_id}/object/o:x`;
    const calls = expansion(["inputs.x"], { refs });
    for (let chunk = 0; chunk < 2; chunk += 1) {
      expect(await taken(calls.of(inputs({ x: none })))).toEqual([{ x: none }]);
    }
    expect(refs.reads).toEqual([[none]]);
  });

  test("that are too large together are read in smaller groups", async () => {
    const refs = new CountedRefs();
    const texts = await publishTexts(10);
    const calls = expansion(["inputs.x"], { refs, maxBytes: 3_500 });
    const found = await taken(calls.of(inputs(...texts.map((x) => ({ x })))));
    expect(found.map(({ x }) => x?.split(" ")[0])).toEqual(texts.map((_, at) => String(at)));
    expect(refs.reads.at(-1)?.length).toBeLessThanOrEqual(3);
  });

  test("for which one call has no room stay refs, the shallow ones come first", async () => {
    const [a = "", b = "", c = ""] = await publishTexts(3);
    const around = await scene.publish("around", { c });
    const calls = expansion(["inputs.around.c", "inputs.around", "inputs.a", "inputs.b"], {
      maxBytes: 2_300,
    });
    const [first, second] = await taken(calls.of(inputs({ around, a, b }, { b })));
    expect(first).toEqual({
      around: { c, _ref: around },
      a: expect.stringContaining("0 xxx") as string,
      b: expect.stringContaining("1 xxx") as string,
    });
    expect(second).toEqual({ b: expect.stringContaining("1 xxx") as string });
    const one = await taken(calls.of(inputs({ a, b, around: c })));
    expect(one).toEqual([
      {
        a: expect.any(String) as string,
        b: expect.not.stringMatching("^weave") as string,
        around: c,
      },
    ]);
  });

  test("that one call repeats count each time", async () => {
    const [x = ""] = await publishTexts(1);
    const calls = expansion(["inputs.a", "inputs.b", "inputs.c"], { maxBytes: 2_500 });
    const [call] = await taken(calls.of(inputs({ a: x, b: x, c: x })));
    expect(Object.values(call ?? {}).map((text) => text === x)).toEqual([false, false, true]);
  });
});

describe("memory", () => {
  const mib = 1024 * 1024;

  test("of a stream is that of the most values at once", async () => {
    const account = new Holding();
    const refs: string[] = [];
    for (let at = 0; at < 40; at += 1) {
      refs.push(await scene.publish("large", `${at}`.padEnd(mib, "x")));
    }
    const rows = inputs(...refs.map((x) => ({ x })));
    await inAccount(account, async () => {
      const calls = expansion(["inputs.x"], { maxBytes: 4 * mib });
      for await (const call of calls.of(rows)) expect(call.inputs?.length).toBeGreaterThan(mib);
    });
    // 4 MiB of a group, twice while refs in it become external, and 8 MiB that are kept.
    expect(account.held).toBeGreaterThan(4 * mib);
    expect(account.held).toBeLessThan(17 * mib);
  });

  test("of an answer in one piece is that of all calls", async () => {
    const account = new Holding();
    const [x = ""] = await publishTexts(1);
    await inAccount(account, async () => {
      const calls = expansion(["inputs.x"], { isStream: false });
      await taken(calls.of(inputs(...Array.from({ length: 50 }, () => ({ x })))));
    });
    expect(account.held).toBeGreaterThan(50_000);
  });

  test("is released while a reader pauses, and read again", async () => {
    const refs = new CountedRefs();
    const texts = await publishTexts(4);
    const calls = expansion(["inputs.x"], { refs, idleMs: 1 });
    const found: string[] = [];
    for await (const call of calls.of(inputs(...texts.map((x) => ({ x }))))) {
      found.push(call.inputs ?? "");
      if (found.length === 2) await until(() => !calls.isHolding);
    }
    expect(found.map((text) => text.slice(0, 8))).toEqual(texts.map((_, at) => `{"x":"${at} `));
    expect(refs.reads).toEqual([texts, texts.slice(2)]);
  });
});
