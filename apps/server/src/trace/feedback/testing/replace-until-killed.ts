import { openTraces } from "../../../store/traces/open-traces.ts";
import { silentLog } from "../../../store/traces/testing/silent-log.ts";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import type { NewFeedback } from "../record/feedback-record.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { Feedback } from "../feedback.ts";

/**
 * A program: replaces one piece of feedback of each of these creators again and again. It prints a
 * line for each replacement that was acknowledged: the creator and the new id.
 */
const [dataDir = "", name = "", ...creators] = process.argv.slice(2);
const traces = await openTraces({ dataDir, log: silentLog });
const requester = requesterOf(principalOf("acme"));
const project = requester.projects.writable(name);
const feedback = new Feedback({
  traces,
  projects: { ensure: async ({ id }) => Promise.resolve(id) },
  objects: { contents: async () => Promise.resolve(new Map()) },
  isShared: false,
  maxQueuedBytes: 64e6,
});

async function replace(creator: string): Promise<never> {
  let last = creator;
  for (;;) {
    const item: NewFeedback = { weave_ref: "x", feedback_type: "own", payload: {}, creator };
    const given = { project, item, payloadText: "{}" };
    const { id } = await feedback.replace(requester, given, last, nobodyLeaves);
    last = id;
    console.log(`${creator} ${id}`);
  }
}

await Promise.all(creators.map(replace));
