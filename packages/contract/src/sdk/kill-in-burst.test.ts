import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { freePort, startHeddle, type HeddleProcess } from "../server/heddle-process.ts";
import { startRecordingProxy, type Exchange } from "../server/recording-proxy.ts";
import { runProgram } from "./run-program.ts";
import { traceReader } from "./trace-reader.ts";

const project = "local/burst";

interface Half {
  readonly mode: "start" | "end";
  readonly req: {
    readonly start?: { readonly id: string; readonly inputs: unknown };
    readonly end?: { readonly id: string; readonly output: unknown };
  };
}

let server: HeddleProcess | undefined;
let dataDir: string | undefined;

afterEach(async () => {
  await server?.killAll();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
});

/** The halves in batches that were answered with 200, in the order of their answers. */
function acknowledged(exchanges: readonly Exchange[]): Half[] {
  return exchanges
    .filter(({ path, status }) => path.endsWith("/call/upsert_batch") && status === 200)
    .flatMap(({ requestBody }) => (JSON.parse(requestBody.toString()) as { batch: Half[] }).batch);
}

test("nothing acknowledged is lost or doubled when everything is killed in the middle", async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-burst-"));
  const port = await freePort();
  server = await startHeddle({ dataDir, port });
  const proxy = await startRecordingProxy(server.url);
  const program = await runProgram({
    name: "burst.ts",
    traceUrl: proxy.url,
    apiKey: server.apiKey,
    project,
  });

  await proxy.until((exchanges) => acknowledged(exchanges).length >= 500);
  await server.killAll();
  const beforeKill = acknowledged(proxy.exchanges);
  expect(beforeKill.length, "the kill fell in the middle").toBeLessThan(4_000);

  server = await startHeddle({ dataDir, port });
  const survivors = new Map(
    (await traceReader(server, project).calls()).map((call) => [call.id, call]),
  );
  for (const { req } of beforeKill) {
    if (req.start !== undefined) {
      expect(survivors.get(req.start.id)?.inputs).toEqual(req.start.inputs);
    }
    if (req.end !== undefined) expect(survivors.get(req.end.id)?.output).toEqual(req.end.output);
  }

  // The SDK sends again what was not acknowledged; at its end every call is stored once.
  await program.result;
  await proxy.close();
  const calls = await traceReader(server, project).calls();
  expect(calls).toHaveLength(2_000);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2_000);
  expect(calls.map(({ inputs }) => Number(inputs["index"])).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 2_000 }, (_, index) => index),
  );
  for (const { inputs, output, summary } of calls) {
    const index = Number(inputs["index"]);
    expect(output).toEqual({ index, square: index * index });
    expect(summary.weave.status).toBe("success");
  }
});
