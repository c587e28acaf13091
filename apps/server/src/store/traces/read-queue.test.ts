import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Cancelled, QueueFull, StoreUnavailable } from "../errors.ts";
import { type ReadKind, ReadQueue, type ReadSlot } from "./read-queue.ts";

/** Starts reads on a queue, and records the order in which they begin. */
class Reads {
  readonly queue: ReadQueue;
  readonly begun: string[] = [];
  readonly #slots = new Map<string, ReadSlot>();

  constructor(queue: ReadQueue) {
    this.queue = queue;
  }

  /** Starts a read of an entity: `a1` is the first of `a`. */
  async ask(name: string, kind: ReadKind = "long", signal?: AbortSignal): Promise<void> {
    const slot = await this.queue.enter(kind, name.charAt(0), signal);
    this.begun.push(name);
    this.#slots.set(name, slot);
  }

  async end(name: string): Promise<void> {
    this.#slots.get(name)?.leave();
    this.#slots.delete(name);
    await settled();
  }

  get running(): string[] {
    return [...this.#slots.keys()];
  }
}

/** Waits until all work that can go on has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function reads(long: number, bounds: object = {}): Reads {
  return new Reads(new ReadQueue({ slots: { short: 2, long, stream: 4 }, ...bounds }));
}

describe("slots", () => {
  test("an entity may hold at most as many as are free, so that another finds one", async () => {
    const all = reads(4);
    for (const name of ["a1", "a2", "a3", "a4"]) void all.ask(name);
    await settled();
    expect(all.running).toEqual(["a1", "a2"]);
    void all.ask("b1");
    void all.ask("b2");
    void all.ask("c1");
    await settled();
    expect(all.running).toEqual(["a1", "a2", "b1", "c1"]);
  });

  test("waiting entities take turns, and each entity's reads keep their order", async () => {
    const all = reads(2);
    for (const name of ["a1", "a2", "a3", "b1", "b2", "b3", "c1"]) void all.ask(name);
    await settled();
    while (all.running.length > 0) await all.end(all.running[0] ?? "");
    expect(all.begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "b3"]);
  });

  test("of one kind are separate from those of another", async () => {
    const all = reads(2);
    for (const name of ["a1", "a2", "b1", "b2"]) void all.ask(name);
    await settled();
    void all.ask("a9", "short");
    void all.ask("b9", "stream");
    await settled();
    expect(all.running).toEqual(["a1", "b1", "a9", "b9"]);
  });

  test("never run more reads than there are slots, and every waiting read gets in", async () => {
    const script = fc.array(
      fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.boolean(), fc.boolean()),
      { minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(script, fc.integer({ min: 1, max: 6 }), async (steps, long) => {
        const all = reads(long);
        const leaving = new Map<string, AbortController>();
        const asked: Promise<unknown>[] = [];
        const ended = new Set<string>();
        for (const [index, [entity, ends, leaves]] of steps.entries()) {
          const name = `${entity}${index}`;
          const abort = new AbortController();
          leaving.set(name, abort);
          asked.push(all.ask(name, "long", abort.signal).catch(() => ended.add(name)));
          await settled();
          expect(all.running.length).toBeLessThanOrEqual(long);
          if (ends && all.running[0] !== undefined) await all.end(all.running[0]);
          if (leaves && !all.begun.includes(name)) abort.abort();
        }
        await settled();
        while (all.running.length > 0) await all.end(all.running[0] ?? "");
        await Promise.all(asked);
        expect(all.begun.length + ended.size).toBe(steps.length);
        expect(all.queue.waiting).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the queue", () => {
  test("is bounded for each entity, and the error names the entity", async () => {
    const all = reads(2, { maxWaitingOfEntity: 2 });
    for (const name of ["a1", "a2", "a3"]) void all.ask(name);
    await settled();
    const refused = await all.ask("a4", "long").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QueueFull);
    expect(refused).toMatchObject({
      message: "The queue for reads of a is full. Send the request again in 5 s.",
      retryAfterS: 5,
    });
    // Short reads wait in the same queue, but no read waits if it finds a free slot.
    await all.ask("a5", "short");
    await all.ask("b1");
    expect(all.running).toEqual(["a1", "a5", "b1"]);
  });

  test("is bounded for all", async () => {
    const all = reads(2, { maxWaiting: 2 });
    for (const name of ["a1", "b1", "a2", "b2"]) void all.ask(name);
    await settled();
    const refused = await all.ask("c1").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect((refused as Error).message).toMatch(/^The queue for reads of all entities is full/);
  });

  test("a cancelled read leaves it at once", async () => {
    const all = reads(2, { maxWaitingOfEntity: 1 });
    const leaving = new AbortController();
    await all.ask("a1");
    const left = all.ask("a2", "long", leaving.signal).catch((error: unknown) => error);
    await settled();
    expect(all.queue.waiting).toBe(1);
    leaving.abort();
    expect(await left).toBeInstanceOf(Cancelled);
    expect(all.queue.waiting).toBe(0);
    void all.ask("a3");
    await all.end("a1");
    expect(all.begun).toEqual(["a1", "a3"]);
    await expect(all.ask("a4", "long", leaving.signal)).rejects.toBeInstanceOf(Cancelled);
  });

  test("refuses waiting reads when the server stops, and lets running ones go on", async () => {
    const all = reads(2);
    await all.ask("a1");
    const waiting = all.ask("a2").catch((error: unknown) => error);
    await settled();
    all.queue.close();
    expect(await waiting).toBeInstanceOf(StoreUnavailable);
    await expect(all.ask("b1")).rejects.toBeInstanceOf(StoreUnavailable);
    await all.end("a1");
    expect(all.begun).toEqual(["a1"]);
  });
});
