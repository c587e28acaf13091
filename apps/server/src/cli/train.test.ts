import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JobsOfServer, lineOf } from "../training/testing/jobs-of-server.ts";
import { TrainingServer } from "../training/testing/training-server.ts";
import { recordedIo } from "./testing/recorded-io.ts";
import type { Screen } from "./train/screen.ts";
import { runTrain } from "./train.ts";

const lines = Array.from({ length: 4 }, () => lineOf({ question: "Hi?", answer: "Ho." }));
const config = { batch_size: 2, learning_rate: 0.001 };
/** Far more steps than there are while a test looks. */
const many = Array.from({ length: 1_000 }, () => lines).flat();

let server: TrainingServer;
let jobs: JobsOfServer;
let modelId: string;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
  ({ id: modelId } = await jobs.model());
});
afterAll(() => server[Symbol.asyncDispose]());

interface Given {
  readonly isInteractive?: boolean;
  readonly url?: string;
  readonly by?: "acme" | "elsewhere";
  readonly patienceMs?: number;
  /** Called with each status line, and with what Ctrl-C calls. */
  readonly onStatus?: (text: string, interrupt: () => void) => void;
}

async function train(args: readonly string[], given: Given = {}) {
  const { isInteractive = false, url = server.url, by = "acme", patienceMs = 240_000 } = given;
  const io = recordedIo(server.root, {
    HEDDLE_BASE_URL: url,
    HEDDLE_API_KEY: server.keys[by],
  });
  const shown: (string | undefined)[] = [];
  let stop = (): void => {};
  const screen: Screen = {
    isInteractive,
    columns: 80,
    status: (text) => {
      shown.push(text);
      if (text !== undefined) given.onStatus?.(text, () => stop());
    },
    onInterrupt: (callback) => {
      stop = callback;
      return () => (stop = () => {});
    },
  };
  const status = await runTrain(args, io, screen, { everyMs: 10, patienceMs });
  return { status, out: io.outLines, err: io.errLines, shown };
}

test("a pipe gets a line for each step, and the end", async () => {
  const id = await jobs.onLines(modelId, lines, config);
  const { status, out, err } = await train(["watch", id]);
  expect({ status, err }).toEqual({ status: 0, err: [] });
  expect(out[0]).toMatch(
    new RegExp(`^Job ${id}: trains acme/demo/\\S+ on examples, (queued|running|succeeded)$`),
  );
  expect(out.slice(1)).toEqual([
    "started, 2 steps",
    expect.stringMatching(/^step 1: loss [\d.e-]+, learning_rate 0\.001, grad_norm /),
    expect.stringMatching(/^step 2: loss /),
    expect.stringMatching(/^Succeeded: the model has step \d+, after 2 gradient steps in \d+ s\.$/),
  ]);
});

test("a person sees one line that changes", async () => {
  const id = await jobs.onLines(modelId, lines, config);
  const { status, out, shown } = await train(["watch", id], { isInteractive: true });
  expect(status).toBe(0);
  expect(out).toEqual([
    expect.stringContaining("Ctrl-C stops watching"),
    expect.stringContaining("Succeeded: "),
  ]);
  expect(shown.at(-1)).toBeUndefined();
});

test("a job that fails ends with its reason and status 1", async () => {
  const id = await jobs.onLines(modelId, ["{}"]);
  const { status, err } = await train(["watch", id]);
  expect(status).toBe(1);
  expect(err).toEqual([expect.stringContaining("Failed: Line 1 of the training data")]);
});

test("Ctrl-C leaves the job running, and says so", async () => {
  const id = await jobs.onLines(modelId, many, config);
  const onStatus = (_: string, interrupt: () => void): void => interrupt();
  const { status, err } = await train(["watch", id], { onStatus });
  expect(status).toBe(130);
  expect(err).toEqual([`The job goes on. npm run heddle -- train watch ${id} follows it again.`]);
  expect(["queued", "running"]).toContain((await jobs.read(id)).status);
  await server.ask("POST", `/preview/training-jobs/${id}/cancel`);
});

test.each([
  ["an id that no job has", "0198c5e2-7a40-7c11-8d2e-5b3f9a6c0e14"],
  ["a text that is no id", "../models"],
])("%s is refused with the jobs that there are", async (_, id) => {
  const known = await jobs.onLines(modelId, lines, config);
  const { status, out, err } = await train(["watch", id]);
  expect({ status, out }).toEqual({ status: 1, out: [] });
  expect(err).toEqual([
    expect.stringMatching(
      new RegExp(
        `^heddle train: There is no training job "${id}"\\. The newest: ${known} \\(sft, `,
      ),
    ),
  ]);
});

test("another entity's job is no job", async () => {
  const id = await jobs.onLines(modelId, lines, config);
  const { err } = await train(["watch", id], { by: "elsewhere" });
  expect(err).toEqual([expect.stringContaining("This key sees no job at http://127.0.0.1:")]);
});

test("a server that is away for a while is waited for", async () => {
  const id = await jobs.onLines(modelId, lines, config);
  const gate = await Gate.open(server.url, (request) => request <= 2 || request > 5);
  try {
    const { status, shown } = await train(["watch", id], { url: gate.url });
    expect(status).toBe(0);
    const waits = shown.filter((text) => /does not answer: .+ Trying again/.test(text ?? ""));
    expect(waits).toHaveLength(3);
  } finally {
    await gate.close();
  }
});

test("a server that stays away ends the watch, and not the job", async () => {
  const id = await jobs.onLines(modelId, many, config);
  const gate = await Gate.open(server.url, (request) => request <= 2);
  try {
    const { status, err } = await train(["watch", id], { url: gate.url, patienceMs: 50 });
    expect(status).toBe(1);
    expect(err).toEqual([expect.stringContaining("The job goes on when its server is back.")]);
  } finally {
    await gate.close();
  }
  await server.ask("POST", `/preview/training-jobs/${id}/cancel`);
});

test("a report is a page with the job's curve", async () => {
  const id = await jobs.onLines(modelId, lines, config);
  await jobs.ended(id);
  const { status, out, err } = await train(["report", id]);
  expect({ status, out, err }).toEqual({
    status: 0,
    out: [join(server.root, `training-job-${id}.html`)],
    err: [],
  });
  const page = readFileSync(out[0]!, "utf8");
  expect(page).toContain("<figcaption>Loss</figcaption>");
  expect(page).toContain("2 gradient steps");
});

test.each<[string, readonly string[], string]>([
  ["no job", ["watch"], "Name a training job"],
  ["a file that cannot be written", ["report", "JOB", "--out", "none/x.html"], "cannot be written"],
  ["an unknown command", ["list"], "The commands are watch and report."],
])("%s is refused in one line", async (_, args, says) => {
  const id = await jobs.onLines(modelId, lines, config);
  const { status, err } = await train(args.map((arg) => (arg === "JOB" ? id : arg)));
  expect(status).toBe(1);
  expect(err).toEqual([expect.stringContaining(says)]);
});

/** A door to a server that is shut at times. */
class Gate {
  readonly #door: Server;

  private constructor(door: Server) {
    this.#door = door;
  }

  /** Lets requests through by their number, from 1 on. */
  static async open(target: string, isOpen: (request: number) => boolean): Promise<Gate> {
    let requests = 0;
    const door = createServer((request, response) => {
      requests += 1;
      if (!isOpen(requests)) {
        request.socket.destroy();
        return;
      }
      void forward(`${target}${request.url}`, request, response);
    });
    door.listen(0, "127.0.0.1");
    await once(door, "listening");
    return new Gate(door);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#door.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#door.closeAllConnections();
    this.#door.close();
    await once(this.#door, "close");
  }
}

async function forward(url: string, request: IncomingMessage, to: ServerResponse): Promise<void> {
  const headers = { Authorization: request.headers.authorization ?? "" };
  const answer = await fetch(url, { headers });
  to.writeHead(answer.status, { "Content-Type": "application/json" });
  to.end(await answer.text());
}
