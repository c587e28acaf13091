import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../budgets/current-request.ts";
import { traceRecords, type TraceRecords } from "../testing/trace-records.ts";
import { ObjectValues } from "./object-values.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";

let stores: TraceRecords;

beforeAll(async () => {
  stores = await traceRecords();
});
afterAll(() => stores.records.close());

test.each([100, 1_000_000])(
  "a value of %i characters counts for the request that reads it",
  async (length) => {
    const values = new ObjectValues(stores.blobs);
    const text = JSON.stringify("x".repeat(length - 2));
    const stored = await values.keep(text);
    let held = 0;
    const account = { entity: "acme", hold: (bytes: number) => void (held += bytes) };
    expect(await inAccount(account, () => values.text(stored, nobodyLeaves))).toBe(text);
    expect(held).toBe(length);
  },
);

test("a long value over the budget is refused before it is read", async () => {
  let opened = 0;
  let read = 0;
  const blobs: typeof stores.blobs = {
    ...stores.blobs,
    put: (bytes) => stores.blobs.put(bytes),
    open: async (digest) => {
      const blob = await stores.blobs.open(digest, nobodyLeaves);
      opened += 1;
      return blob && { size: blob.size, stream: counted(blob.stream) };
    },
  };
  async function* counted(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      read += 1;
      yield chunk;
    }
  }
  const values = new ObjectValues(blobs);
  const stored = await values.keep(JSON.stringify("x".repeat(1_000_000)));
  const account = {
    entity: "acme",
    hold: () => {
      throw new RangeError("There is no room.");
    },
  };
  await expect(inAccount(account, () => values.text(stored, nobodyLeaves))).rejects.toBeInstanceOf(
    RangeError,
  );
  expect([opened, read]).toEqual([1, 0]);
});
