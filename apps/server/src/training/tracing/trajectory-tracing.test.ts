import { randomUUID } from "node:crypto";
import { serialise } from "@heddle/server-kit";
import type { Trace, Training } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { InvalidInput } from "../../refusals/refusal.ts";
import { StoreUnavailable } from "../../store/errors.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { until } from "../../store/traces/testing/until.ts";
import type { TraceResources } from "../../composition/trace-resources.ts";
import { traceStores, type TraceStores } from "../../trace/testing/trace-stores.ts";
import type { AcceptedTrajectories } from "../trajectories/trajectory-traces.ts";
import { trajectoryLines } from "../trajectories/trajectory-lines.ts";
import { TrajectoryTracing, type TrajectoryTracingOptions } from "./trajectory-tracing.ts";

let stores: TraceStores;
let resources: TraceResources;
let problems: string[];
let project: string;

beforeAll(async () => {
  stores = await traceStores();
  resources = stores.resources();
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(async () => {
  await stores.records.db.deleteFrom("untraced_trajectories").execute();
  problems = [];
  project = randomUUID();
});

type Calls = TrajectoryTracingOptions["calls"];

function tracing(options: Partial<TrajectoryTracingOptions> = {}): TrajectoryTracing {
  const { records, blobs, access } = stores;
  const log = { error: (_: object, message: string) => void problems.push(message) };
  const { calls, feedback } = resources;
  const parts = { isOn: true, records, blobs, calls, feedback, access, log, onDoomed: () => {} };
  return new TrajectoryTracing({ ...parts, retryMs: 10, ...options });
}

const rewards = (count: number): Training.TrajectoryGroup[] => [
  { trajectories: Array.from({ length: count }, (_, reward) => ({ reward })) },
];

/** Stores trajectories and marks them, as whoever accepts some does. */
async function accept(
  groups: readonly Training.TrajectoryGroup[],
  more: Partial<AcceptedTrajectories> = {},
): Promise<AcceptedTrajectories> {
  const lines = trajectoryLines("train", groups);
  const staged = await stores.blobs.stage(lines, { maxBytes: 2 ** 30 });
  await staged.commit();
  const accepted: AcceptedTrajectories = {
    id: randomUUID(),
    jobId: null,
    modelId: "m",
    model: "agent",
    entity: "acme",
    project,
    split: "train",
    step: 0,
    digest: staged.digest,
    userName: "ann",
    createdAt: new Date().toISOString(),
    ...more,
  };
  await stores.records.transaction((tx) => tracing().mark(tx, accepted));
  return accepted;
}

async function sweep(options: Partial<TrajectoryTracingOptions> = {}): Promise<void> {
  const worker = tracing(options);
  worker.begin();
  await worker.settled();
  await worker.close();
}

const marks = () => stores.records.db.selectFrom("untraced_trajectories").selectAll().execute();

/** The rewards of all calls, in their order, and who wrote them. */
async function traced(): Promise<{ values: unknown[]; authors: unknown[] }> {
  const requester = stores.requesterOf("acme");
  const place = requester.projects.named(`acme/${project}`);
  const sort_by = [{ field: "id", direction: "asc" as const }];
  const calls: Trace.Call[] = [];
  const asked = { sort_by, include_feedback: true };
  for await (const call of resources.calls.query(requester, place, asked, nobodyLeaves)) {
    calls.push(JSON.parse(serialise(call)) as Trace.Call);
  }
  return {
    values: calls.map(({ summary }) =>
      summary?.weave?.feedback?.map(({ payload }) => payload["value"]),
    ),
    authors: [...new Set(calls.map(({ wb_user_id }) => wb_user_id))],
  };
}

/** One list for each trajectory: written twice, it would have two values, or stand there twice. */
const each = (count: number): number[][] => Array.from({ length: count }, (_, value) => [value]);

test("what is marked becomes traces of its author, and no mark is left", async () => {
  await accept(rewards(3));
  await sweep();
  expect(await traced()).toEqual({ values: each(3), authors: ["ann"] });
  expect(await marks()).toEqual([]);
  expect(problems).toEqual([]);
});

const crash = new Error("crash");

test.each<[string, (calls: Calls) => Partial<TrajectoryTracingOptions>]>([
  [
    "the calls, before their feedback",
    () => ({
      feedback: {
        create: async () => {
          throw crash;
        },
      },
    }),
  ],
  [
    "the second of three batches",
    ({ complete }) => {
      let batches = 0;
      return {
        calls: {
          complete: async (...args) => {
            await complete(...args);
            if ((batches += 1) === 2) throw crash;
          },
        },
      };
    },
  ],
])("a crash behind %s writes nothing twice", async (_, faultsOf) => {
  await accept(rewards(250));
  const { calls } = resources;
  await sweep(faultsOf({ complete: (...args) => calls.complete(...args) }));
  expect(problems).toHaveLength(1);
  expect(await marks()).toHaveLength(1);
  await sweep();
  expect((await traced()).values).toEqual(each(250));
  expect(await marks()).toEqual([]);
});

test("a batch that is written is not written again", async () => {
  await accept(rewards(250));
  const sizes: number[] = [];
  const { calls } = resources;
  const watched: Calls = {
    complete: async (requester, place, batch) => {
      sizes.push(batch.batch.length);
      if (sizes.length === 3) throw crash;
      await calls.complete(requester, place, batch);
    },
  };
  await sweep({ calls: watched });
  await sweep({ calls: watched });
  expect(sizes).toEqual([100, 100, 50, 50]);
  expect((await traced()).values).toEqual(each(250));
});

test("a trace store that is away gets everything when it is back", async () => {
  await accept(rewards(2));
  let tries = 0;
  const { calls } = resources;
  const worker = tracing({
    calls: {
      complete: async (...args) => {
        if ((tries += 1) < 3) throw new StoreUnavailable("The store is away.");
        await calls.complete(...args);
      },
    },
  });
  worker.begin();
  await until(async () => (await marks()).length === 0);
  await worker.close();
  expect(tries).toBe(3);
  expect((await traced()).values).toEqual(each(2));
});

test("what the store refuses for good costs nothing else", async () => {
  await accept(rewards(3));
  const { calls } = resources;
  const { feedback } = resources;
  await sweep({
    calls,
    feedback: {
      create: async (requester, given, signal) => {
        const isRefused = given.some(({ payloadText }) => payloadText === '{"value":1}');
        if (isRefused) throw new InvalidInput("payload is refused.");
        return await feedback.create(requester, given, signal);
      },
    },
  });
  expect(problems).toEqual(["the trace store refuses a trajectory"]);
  expect((await traced()).values).toEqual([[0], [], [2]]);
  expect(await marks()).toEqual([]);
});

test("trajectories that cannot be traced keep no others waiting", async () => {
  const gone = await accept(rewards(1), { digest: "x".repeat(43) });
  const broken = await accept(rewards(4), { createdAt: "2026-01-01T00:00:00.000Z" });
  await accept(rewards(2));
  const { calls } = resources;
  await sweep({
    calls: {
      complete: async (requester, place, batch) => {
        if (batch.batch.length === 4) throw crash;
        await calls.complete(requester, place, batch);
      },
    },
  });
  expect(problems.toSorted()).toEqual([
    "trajectories did not become traces",
    "trajectories to trace are gone from the store",
  ]);
  expect((await marks()).map(({ id }) => id)).toEqual([broken.id]);
  expect(gone.id).not.toBe(broken.id);
  expect((await traced()).values).toEqual(each(2));
  await sweep();
  expect((await traced()).values.flat()).toHaveLength(6);
});

test("a worker that stops leaves the rest to the next", async () => {
  await accept(rewards(150));
  await accept(rewards(1));
  const { calls } = resources;
  const worker = tracing({
    calls: {
      complete: async (...args) => {
        void worker.close();
        await calls.complete(...args);
      },
    },
  });
  worker.begin();
  await worker.settled();
  expect(new Set((await marks()).map((mark) => mark.traced))).toEqual(new Set([0, 100]));
  await sweep();
  expect((await traced()).values.flat()).toHaveLength(151);
});

test("switched off, it forgets what is marked, and marks nothing", async () => {
  const { digest } = await accept(rewards(2));
  let dooms = 0;
  const off = { isOn: false, onDoomed: () => void (dooms += 1) };
  await stores.records.transaction((tx) =>
    tracing(off).mark(tx, { id: randomUUID() } as AcceptedTrajectories),
  );
  await sweep(off);
  expect(await marks()).toEqual([]);
  expect((await traced()).values).toEqual([]);
  // No other row names the file.
  expect(dooms).toBe(1);
  const doomed = await stores.records.db.selectFrom("doomed_blobs").selectAll().execute();
  expect(doomed).toContainEqual({ digest });
});
