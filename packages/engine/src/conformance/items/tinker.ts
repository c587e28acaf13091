import type { StepResult } from "../../datum.ts";
import type { ModelHandle } from "../../engine.ts";
import { check, checkEqual, checkFails } from "../check.ts";
import type { PollFault, TinkerTrial } from "../drivers.ts";
import type { Item } from "../item.ts";
import { crossEntropy } from "../trial.ts";
import type { Trial } from "../trial.ts";

/** What an engine keeps to that speaks the Tinker protocol over a network that fails. */
export const tinkerItems: readonly Item[] = [
  {
    number: 40,
    title:
      "a submission whose answer was lost happens once; a reused sequence number is a conflict",
    needs: "tinker",
    run: submitsOnce,
  },
  {
    number: 41,
    title: "polling survives what passes, resubmits what broke, and ends at what is final",
    needs: "tinker",
    run: pollsOn,
  },
  {
    number: 43,
    title: "heartbeats keep a model; without them it is lost, and said to be",
    needs: "tinker",
    run: heartbeatsKeepModels,
  },
];

async function submitsOnce(trial: Trial): Promise<void> {
  await within(trial, async ({ engine, server, open, train }) => {
    const handle = await open();
    server.loseNextAnswer();
    await engine.accumulate(handle, [trial.datum()], crossEntropy);
    checkEqual("the accumulates carried out", server.carriedOut("accumulate"), 1);
    server.loseNextAnswer();
    const { step } = await train(handle);
    checkEqual("the steps carried out", [step, server.carriedOut("step")], [1, 1]);
    server.takeNextSequenceNumber();
    await checkFails("a submission under a used number", ["conflict", "model_lost"], () =>
      train(handle),
    );
    checkEqual("the steps carried out", server.carriedOut("step"), 1);
  });
}

async function pollsOn(trial: Trial): Promise<void> {
  await within(trial, async ({ engine, server, open, train }) => {
    const handle = await open();
    const passing: PollFault[] = ["408", "try_again", "503", "connection_reset"];
    server.answerPolls(passing);
    const polls = server.polls();
    await train(handle);
    check(
      server.polls() - polls > passing.length,
      "a poll after each fault",
      server.polls() - polls,
    );
    checkEqual("the steps carried out", server.carriedOut("step"), 1);
    server.answerPolls(["410"]);
    const { step } = await train(handle);
    checkEqual("the step after a broken promise", [step, server.carriedOut("step")], [2, 2]);
    server.answerPolls(["400"]);
    const before = server.polls();
    const final = ["invalid", "internal", "numerical", "model_lost"] as const;
    await checkFails("an operation that failed", final, () => train(handle));
    checkEqual("the polls of an operation that failed", server.polls() - before, 1);
    server.stallPolls(true);
    await checkFails("an operation beyond its deadline", ["deadline"], () =>
      engine.step(handle, { learningRate: 0 }, { deadlineMs: 50 }),
    );
    server.stallPolls(false);
  });
}

async function heartbeatsKeepModels(trial: Trial): Promise<void> {
  await within(trial, async ({ server, open, train }) => {
    const handle = await open();
    await server.advance(server.sessionTimeoutMs * 3);
    checkEqual("the step after a long silence", (await train(handle)).step, 1);
    server.stopHeartbeats();
    await server.advance(server.sessionTimeoutMs * 3);
    await checkFails("a step without heartbeats", ["model_lost"], () => train(handle));
  });
}

interface Session extends Pick<TinkerTrial, "engine" | "server"> {
  readonly open: () => Promise<ModelHandle>;
  readonly train: (handle: ModelHandle) => Promise<StepResult>;
}

async function within(trial: Trial, work: (session: Session) => Promise<void>): Promise<void> {
  const { tinker } = trial.context;
  check(tinker !== undefined, "a Tinker driver", tinker);
  const session = await tinker.open();
  const { engine, baseModel } = session;
  try {
    await work({
      engine,
      server: session.server,
      open: () =>
        engine.openModel({ modelKey: trial.name(), baseModel, lora: { rank: 2, seed: 1 } }),
      train: (handle) => engine.step(handle, { learningRate: 1e-3 }),
    });
  } finally {
    await session.close();
  }
}
