import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { freePort, startHeddle, type HeddleProcess } from "../server/heddle-process.ts";
import { startRecordingProxy, type Exchange } from "../server/recording-proxy.ts";
import { expectLoggedEvaluation } from "./logged-evaluation.ts";
import { runProgram } from "./run-program.ts";
import { traceReader } from "./trace-reader.ts";

const project = "local/killed-evaluation";

let server: HeddleProcess | undefined;
let dataDir: string | undefined;

afterEach(async () => {
  await server?.killAll();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
});

/** The ids of the scores that were acknowledged. */
function acknowledged(exchanges: readonly Exchange[]): string[] {
  return exchanges
    .filter(({ path, status }) => path.endsWith("/feedback/create") && status === 200)
    .map(({ responseBody }) => (JSON.parse(responseBody.toString()) as { id: string }).id);
}

test("a logged evaluation is whole though the server and its engine are killed during it", async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-killed-evaluation-"));
  const port = await freePort();
  server = await startHeddle({ dataDir, port });
  const { url, apiKey } = server;
  const proxy = await startRecordingProxy(url);
  const program = await runProgram({
    name: "evaluation-logger.ts",
    traceUrl: proxy.url,
    apiKey,
    project,
  });
  const scores = async (count: number): Promise<void> =>
    proxy.until((exchanges) => acknowledged(exchanges).length >= count);

  await scores(5);
  server.killEngine();
  await scores(12);
  await server.killAll();
  const before = acknowledged(proxy.exchanges);
  expect(before.length, "the kill fell in the middle").toBeLessThan(40);

  server = await startHeddle({ dataDir, port });
  const found = (await traceReader(server, project).feedback()).map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining(before));

  await program.result;
  await proxy.close();
  expect(program.errors()).toBe("");
  await expectLoggedEvaluation(traceReader(server, project), project);
});
