import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, startHeddle, type HeddleProcess } from "../server/heddle-process.ts";
import { expectLoggedEvaluation } from "./logged-evaluation.ts";
import { runProgram } from "./run-program.ts";
import { traceReader, type ReadCall } from "./trace-reader.ts";

const evaluated = "local/evaluated";
const logged = "local/logged";

/** What the SDK prints when a request fails, or is sent again. */
const trouble = /error(?!s\))|fail|exception|retry/i;

let dataDir: string;
let server: HeddleProcess;
let summary: unknown;
const printed = { errors: "", output: "" };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-evaluation-"));
  server = await startHeddle({ dataDir, port: await freePort() });
  const run = async (name: string, project: string): Promise<unknown> => {
    const { url: traceUrl, apiKey } = server;
    const program = await runProgram({ name, traceUrl, apiKey, project });
    const result = await program.result;
    printed.errors += program.errors();
    printed.output += program.output();
    return result;
  };
  ({ summary } = (await run("evaluation.ts", evaluated)) as { summary: unknown });
  await run("evaluation-logger.ts", logged);
});

afterAll(async () => {
  await server?.killAll();
  await rm(dataDir, { recursive: true, force: true });
});

test("the SDK prints no error and repeats no request", () => {
  expect(printed.errors).toBe("");
  expect(printed.output.split("\n").filter((line) => trouble.test(line))).toEqual([]);
  expect(printed.output).toContain("Evaluating 20/20 examples");
});

describe.each(["before the kill", "after kill -9 and a new start"])("%s", (when) => {
  beforeAll(async () => {
    if (when === "before the kill") return;
    await server.killAll();
    server = await startHeddle({ dataDir, port: await freePort() });
  });

  describe("an evaluation of a dataset", () => {
    let calls: ReadCall[];
    const named = (name: string): ReadCall[] =>
      calls.filter(({ op_name }) => op_name.includes(`/op/${name}:`));

    beforeAll(async () => {
      calls = await traceReader(server, evaluated).calls();
    });

    test("has the summary of all rows on its root", () => {
      const [root, ...more] = named("Evaluation.evaluate");
      expect(more).toEqual([]);
      expect(root).toMatchObject({ parent_id: null, display_name: "sums-test_add" });
      expect(root?.output).toEqual(summary);
      expect(root?.output).toEqual({
        model_success: { true_count: 20, true_fraction: 1 },
        model_output: { mean: 11.25 },
        exact: { true_count: 15, true_fraction: 0.75 },
        distance: { off: { mean: 0.25 }, near: { true_count: 20, true_fraction: 1 } },
        model_latency: { mean: expect.any(Number) as number },
      });
    });

    test("has each row once, with the scores that its scorers gave", async () => {
      const trials = named("Evaluation.predictAndScore");
      expect(trials).toHaveLength(20);
      const refs = trials.map(({ inputs }) => String(inputs["example"]));
      const rows = (await traceReader(server, evaluated).refs(refs)) as { left: number }[];
      expect(rows.map(({ left }) => left).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, left) => left),
      );
      for (const [index, trial] of trials.entries()) {
        const left = rows[index]?.left ?? 0;
        const off = left % 4 === 3 ? 1 : 0;
        const scores = { exact: off === 0, distance: { off, near: true } };
        expect(trial.output).toMatchObject({ model_output: left + (left % 4) + off, scores });
        const children = calls.filter(({ parent_id }) => parent_id === trial.id);
        const outputs = children.map(({ op_name, output }) => [
          /\/op\/(.*):/.exec(op_name)?.[1],
          output,
        ]);
        expect(Object.fromEntries(outputs)).toEqual({ add: left + (left % 4) + off, ...scores });
        expect(children).toHaveLength(3);
      }
    });
  });

  test("a logged evaluation has each score once, on calls and as feedback", async () => {
    expect(await expectLoggedEvaluation(traceReader(server, logged), logged)).toBe(20);
  });
});
