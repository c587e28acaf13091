import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { type Asked, post } from "./asking.ts";
import { listOf, manyMembers, nested } from "./attacks/hostile-json.ts";
import {
  forgetPeak,
  mainThreadSeconds,
  processMemory,
  serverPid,
  tellsOfProcesses,
} from "./server-figures.ts";

const project = "acme/large-values";
const patienceMs = 50_000;

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
}, 120_000);

afterAll(() => server?.end());

/** What it cost the server to store something; 0 if the machine does not report that. */
interface Stored {
  readonly answer: Asked;
  readonly grown: number;
  readonly busySeconds: number;
}

/** Stores with the key of a writer, and watches the server meanwhile. */
async function stored(path: string, body: string): Promise<Stored> {
  const { url, keys, dataDir } = server;
  const question = { url, path, key: keys.write, body, patienceMs };
  if (!tellsOfProcesses) return { answer: await post(question), grown: 0, busySeconds: 0 };
  const pid = serverPid(dataDir);
  forgetPeak(pid);
  const before = { resident: processMemory(pid).resident, seconds: mainThreadSeconds(pid) };
  const answer = await post(question);
  const busySeconds = mainThreadSeconds(pid) - before.seconds;
  return { answer, grown: processMemory(pid).peak - before.resident, busySeconds };
}

function objectOf(value: string): string {
  return `{"obj":{"project_id":"${project}","object_id":"large","val":${value}}}`;
}

function callOf(inputs: string): string {
  return (
    `{"start":{"project_id":"${project}","id":"${crypto.randomUUID()}","op_name":"op",` +
    `"started_at":"2026-01-01T00:00:00Z","attributes":{},"inputs":${inputs}}}`
  );
}

function tableOf(rows: string): string {
  return `{"table":{"project_id":"${project}","rows":${rows}}}`;
}

const ref = '"weave:///acme/large-values/object/a:b"';

describe("a value within the limits of a body", () => {
  test.each([
    ["an object of 8,000,000 strings", "/obj/create", () => objectOf(listOf('"a"', 8_000_000))],
    ["an object of 16,000,000 numbers", "/obj/create", () => objectOf(listOf("1", 16_000_000))],
    ["an object of 900,000 members", "/obj/create", () => objectOf(manyMembers(900_000))],
    ["the inputs of a call of 900,000 members", "/call/start", () => callOf(manyMembers(900_000))],
    [
      "the inputs of a call of 700,000 refs",
      "/call/start",
      () => callOf(`{"a":${listOf(ref, 700_000)}}`),
    ],
    ["a table of 400,000 rows", "/table/create", () => tableOf(listOf("{}", 400_000))],
  ])("that is %s stops no other client for long", async (_name, path, body) => {
    const { answer, grown, busySeconds } = await stored(`/traces${path}`, body());
    expect([200, 400, 413], answer.text.slice(0, 300)).toContain(answer.status);
    expect(busySeconds).toBeLessThan(5);
    expect(grown).toBeLessThan(1e9);
  });

  test("that holds JSON of 5,000,000 levels in a string is refused or stored, and breaks nothing", async () => {
    const text = nested(5_000_000).replace("[]", `[${ref}]`);
    const { answer } = await stored("/traces/obj/create", objectOf(JSON.stringify(text)));
    expect([200, 400, 413], answer.text.slice(0, 300)).toContain(answer.status);
  });

  test("that is wrong is reported without being sent back whole", async () => {
    const text = `weave:///${"[".repeat(1_000_000)}`;
    const { answer } = await stored("/traces/obj/create", objectOf(JSON.stringify(text)));
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(10_000);
  });
});
