import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../conformance/answer.ts";
import { freePort, startHeddle, type HeddleProcess } from "../server/heddle-process.ts";
import { post, replay, type ReadBack, type Send } from "./recorded/python-client.ts";
import { readRecording } from "./recorded/recording.ts";

const given = [
  "wandb.reaction.1",
  "wandb.note.1",
  "correctness",
  "simple",
  "wandb.annotation.stars",
];
const scored = [...given, "wandb.runnable.polite", "wandb.runnable.Length"];
const left = scored.filter((type) => type !== "wandb.note.1");

/** What every recording of the whole program lists: by call, after a purge, by id, by reaction. */
const listed = (byValue: readonly string[]): readonly (readonly string[])[] => [
  given,
  scored,
  left,
  ["wandb.reaction.1"],
  ["wandb.reaction.1"],
  byValue,
  left,
  ["correctness", "simple"],
  ["wandb.note.1"],
];

const recordings: readonly (readonly [name: string, back: Partial<ReadBack>])[] = [
  // This release sends no condition of the caller.
  ["python-0.52.20", { listed: listed(left) as string[][] }],
  [
    "python-0.52.43",
    { listed: listed(left) as string[][], counted: [3, 1, 1], found: [3, 1, 1, 1] },
  ],
  [
    "python-0.54.0",
    {
      listed: [
        ...listed(["correctness"]),
        ["wandb.agent_user_feedback", "wandb.note.1"],
      ] as string[][],
      counted: [3, 1, 1],
      found: [3, 1, 1, 1],
    },
  ],
  ["python-0.52.20-single", { listed: [["wandb.reaction.1", "wandb.note.1"]] }],
  ["python-0.54.0-single", { listed: [["wandb.reaction.1", "wandb.note.1"]] }],
];

let dataDir: string;
let server: HeddleProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-python-"));
  server = await startHeddle({ dataDir, port: await freePort() });
});

afterAll(async () => {
  await server?.killAll();
  await rm(dataDir, { recursive: true, force: true });
});

/** Kills the server with all its children, and starts it again. */
async function restart(): Promise<void> {
  const port = Number(new URL(server.url).port);
  await server.killAll();
  server = await startHeddle({ dataDir, port });
}

describe.each(recordings)("%s", (name, back) => {
  test("finds what it gave, and each answer is as documented", async () => {
    const recording = await readRecording(name);
    const project = `local/${name.replaceAll(".", "-")}`;
    expect(await replay(recording, project, (request) => post(server, request))).toMatchObject(
      back,
    );
  });
});

/** Sends again what has no answer, as the SDK does. */
const persistently: Send = async (request) => {
  let answer: Answer | undefined;
  const isAnswered = async (): Promise<boolean> => {
    answer = await post(server, request).catch(() => undefined);
    return answer !== undefined && answer.status < 500 && answer.status !== 429;
  };
  await expect.poll(isAnswered, { timeout: 120_000 }).toBe(true);
  return answer!;
};

const writes = /^\/feedback\/(?:batch\/create|purge)$|\/calls\/complete$|\/call\/upsert_batch$/;

test.each(recordings.filter(([name]) => !name.endsWith("-single")))(
  "%s reads the same if the server or its engine is killed at each write, and each is repeated",
  async (name, back) => {
    const recording = await readRecording(name);
    let kills = 0;
    const amidKills: Send = async (request) => {
      if (!writes.test(request.path)) return persistently(request);
      const unseen = post(server, request).catch(() => undefined);
      kills += 1;
      if (kills % 2 === 1) await restart();
      else server.killEngine();
      await unseen;
      await persistently(request);
      return persistently(request);
    };
    const project = `local/${name.replaceAll(".", "-")}-killed`;
    expect(await replay(recording, project, amidKills)).toMatchObject(back);
    expect(kills).toBeGreaterThanOrEqual(6);
  },
);
