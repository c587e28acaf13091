import { createInterface } from "node:readline";
import { openTraces } from "../../../store/traces/open-traces.ts";
import { silentLog } from "../../../store/traces/testing/silent-log.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import type { NewFeedback } from "../record/feedback-record.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { Feedback } from "../feedback.ts";
import type { GivenFeedback } from "../write/feedback-intake.ts";

/**
 * A program: stores feedback with the id `old`, and replaces it by `new`. Before and after each
 * insert of the replacement it prints a line, and waits for one; at the end it prints `replaced`.
 */
const [dataDir = "", name = ""] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
let isPausing = false;
async function pause(): Promise<void> {
  if (!isPausing) return;
  console.log("insert");
  await lines.next();
}

const opened = await openTraces({ dataDir, log: silentLog });
const traces: Traces = {
  query: (...asked) => opened.query(...asked),
  stream: (...asked) => opened.stream(...asked),
  command: (...asked) => opened.command(...asked),
  close: () => opened.close(),
  insert: async (...asked) => {
    await pause();
    await opened.insert(...asked);
    await pause();
  },
};
const feedback = new Feedback({
  traces,
  projects: { ensure: async ({ id }) => Promise.resolve(id) },
  objects: { contents: async () => Promise.resolve(new Map()) },
  isShared: false,
  maxQueuedBytes: 64e6,
});
const requester = requesterOf(principalOf("acme"));

function given(id: string): GivenFeedback {
  const item: NewFeedback = { weave_ref: "x", feedback_type: "own", payload: {}, id };
  return { project: requester.projects.writable(name), item, payloadText: "{}" };
}

await feedback.create(requester, [given("old")], nobodyLeaves);
isPausing = true;
await feedback.replace(requester, given("new"), "old", nobodyLeaves);
console.log("replaced");
await lines.next();
