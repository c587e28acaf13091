import type { Trace } from "@heddle/types";
import { expect } from "vitest";
import { readAnswer, type Answer } from "../../conformance/answer.ts";
import { credentials } from "../../server/credentials.ts";
import { documentedValues } from "./documented-answer.ts";
import { GivenFeedback } from "./given-feedback.ts";
import { Placeholders, type RecordedRequest } from "./recording.ts";

/** Sends one request until it is answered. */
export type Send = (request: RecordedRequest) => Promise<Answer>;

interface Server {
  readonly url: string;
  readonly apiKey: string;
}

/** What a recording reads back, in its order. */
export interface ReadBack {
  /** The types in each answer to a query of feedback. */
  readonly listed: string[][];
  /** How many calls each query of calls found, and how many each count. */
  readonly found: number[];
  readonly counted: number[];
}

/** Sends a request as the SDK does. */
export async function post(server: Server, { path, body }: RecordedRequest): Promise<Answer> {
  const headers = { "content-type": "application/json", ...credentials(server.apiKey) };
  return readAnswer(await fetch(`${server.url}/traces${path}`, { method: "POST", headers, body }));
}

/** Replays a recording, and checks each answer against the spec and against what was sent. */
export async function replay(
  recording: readonly RecordedRequest[],
  project: string,
  send: Send,
): Promise<ReadBack> {
  const placeholders = new Placeholders(project);
  const given = new GivenFeedback();
  const back: ReadBack = { listed: [], found: [], counted: [] };
  for (const one of recording) {
    const request = placeholders.fill(one);
    const values = documentedValues(request.path, await send(request));
    const sent = JSON.parse(request.body) as never;
    take(request.path, sent, values, { project, placeholders, given, back });
  }
  return back;
}

interface Run {
  readonly project: string;
  readonly placeholders: Placeholders;
  readonly given: GivenFeedback;
  readonly back: ReadBack;
}

function take(path: string, sent: never, values: readonly unknown[], run: Run): void {
  const { given, back } = run;
  const [value] = values as readonly never[];
  switch (path) {
    case "/obj/create": {
      const { object_id, digest } = value as unknown as Trace.ObjectCreateResult;
      run.placeholders.published(object_id ?? "", digest);
      break;
    }
    case "/feedback/create":
      given.create(sent, value as never);
      break;
    case "/feedback/batch/create": {
      const { batch } = sent as Trace.FeedbackBatch;
      const { res } = value as unknown as Trace.FeedbackBatchResult;
      expect(res).toHaveLength(batch.length);
      for (const [index, item] of batch.entries()) given.create(item, res[index] as never);
      break;
    }
    case "/feedback/purge":
      given.purge(sent);
      break;
    case "/feedback/query": {
      const { result } = value as unknown as Trace.FeedbackList;
      for (const row of result) given.check(row);
      back.listed.push(result.map(({ feedback_type = "" }) => feedback_type));
      break;
    }
    case "/calls/query_stats":
      back.counted.push((value as unknown as Trace.CallsCount).count);
      break;
    case "/calls/stream_query": {
      const { include_feedback } = sent as Trace.CallsQuery;
      const calls = values as readonly Trace.Call[];
      for (const call of calls) checkCall(call, include_feedback === true, run);
      back.found.push(calls.length);
      break;
    }
    default:
  }
}

function checkCall(call: Trace.Call, isShown: boolean, { project, given }: Run): void {
  const { weave } = call.summary as { weave: { feedback?: readonly Trace.CallFeedback[] } };
  const ids = given.on(`weave:///${project}/call/${call.id}`);
  expect(weave.feedback?.map(({ id }) => id)).toEqual(isShown ? ids : undefined);
}
