/**
 * Run as a process: writes and reads as traced programs do, at a moderate pace, and logs what was
 * acknowledged and how long each answer took. Its argument is its order, as JSON.
 */
import { randomUUID } from "node:crypto";
import { paced, pause } from "./pace.ts";
import { halvesOf } from "./siege-call.ts";
import { type Answer, SiegeClient } from "./siege-client.ts";
import { Acknowledged, type Half, SiegeLog } from "./siege-log.ts";
import { untilToldToStop } from "./siege-process.ts";
import type { WellBehavedOrder } from "./well-behaved-order.ts";

const order = JSON.parse(process.argv[2] ?? "") as WellBehavedOrder;
const { url, project, pace } = order;
const log = new SiegeLog(order.logFile);
const acknowledged = new Acknowledged(order.acknowledgedFile);
const signal = untilToldToStop();
/** Calls that can be read; the oldest make room for new ones. */
const known: string[] = [];
const maxKnown = 5_000;
const callsPerBatch = 20;

await Promise.all([
  batches(),
  batches(),
  singleCalls(),
  asking("point read", 100, "/traces/call/read", () => ({ project_id: project, id: someId() })),
  asking("20 by id", 500, "/traces/calls/stream_query", () => ({
    project_id: project,
    filter: { call_ids: Array.from({ length: 20 }, someId) },
  })),
  asking("newest 50", 1_000, "/traces/calls/stream_query", () => ({
    project_id: project,
    sort_by: [{ field: "started_at", direction: "desc" }],
    limit: 50,
  })),
  asking("count", 1_000, "/traces/calls/query_stats", () => ({ project_id: project })),
  pages(),
]);
log.close();
acknowledged.close();
process.disconnect();

/** The starts of some calls together with the ends of the calls before, as an SDK sends them. */
async function batches(): Promise<void> {
  const client = new SiegeClient(url, order.writeKey);
  let open: string[] = [];
  await paced(400 / pace, signal, async () => {
    const begun = Array.from({ length: callsPerBatch }, () => randomUUID());
    const starts = begun.map((id) => ({
      mode: "start",
      req: { start: halvesOf(project, id).start },
    }));
    const ends = open.map((id) => ({ mode: "end", req: { end: halvesOf(project, id).end } }));
    const halves = [...begun.map(half("s")), ...open.map(half("e"))];
    await written(
      client,
      "batch",
      "/traces/call/upsert_batch",
      { batch: [...starts, ...ends] },
      halves,
    );
    open = begun;
  });
  client.close();
}

async function singleCalls(): Promise<void> {
  const client = new SiegeClient(url, order.writeKey);
  await paced(200 / pace, signal, async () => {
    const id = randomUUID();
    const { start, end } = halvesOf(project, id);
    await written(client, "start", "/traces/call/start", { start }, [half("s")(id)]);
    await written(client, "end", "/traces/call/end", { end }, [half("e")(id)]);
  });
  client.close();
}

async function asking(
  kind: string,
  everyMs: number,
  path: string,
  body: () => object,
): Promise<void> {
  const client = new SiegeClient(url, order.readKey);
  await paced(everyMs / pace, signal, async () => {
    if (known.length > 0) await noted(kind, () => client.post(path, JSON.stringify(body())));
  });
  client.close();
}

async function pages(): Promise<void> {
  const client = new SiegeClient(url, order.readKey);
  await paced(1_000 / pace, signal, async () => {
    if (known.length > 0) await noted("page", () => client.get(`/${project}/r/call/${someId()}`));
  });
  client.close();
}

/** Sends until it is acknowledged, as SDKs do, and logs that before anything else happens. */
async function written(
  client: SiegeClient,
  kind: string,
  path: string,
  body: object,
  halves: readonly (readonly [string, Half])[],
): Promise<void> {
  const text = JSON.stringify(body);
  // A batch that has begun is sent to its end, even when it is time to stop.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status, retryAfterMs } = await noted(kind, () => client.post(path, text));
    if (status === 200) {
      acknowledged.add(halves);
      remember(halves);
      return;
    }
    await pause(Math.max(retryAfterMs, 500), signal);
  }
  acknowledged.add(halves.map(([id]) => [id, "?"]));
}

async function noted(kind: string, ask: () => Promise<Answer>): Promise<Answer> {
  const at = Date.now();
  const answer = await ask();
  log.add({ at, kind, ms: answer.ms, status: answer.status });
  return answer;
}

function remember(halves: readonly (readonly [string, Half])[]): void {
  for (const [id, which] of halves) if (which === "s") known.push(id);
  if (known.length > maxKnown) known.splice(0, known.length - maxKnown);
}

function someId(): string {
  return known[Math.floor(Math.random() * known.length)] ?? "";
}

function half(which: Half): (id: string) => readonly [string, Half] {
  return (id) => [id, which];
}
