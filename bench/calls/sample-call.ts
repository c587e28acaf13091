import { prose, randomNumbers } from "../texts/prose.ts";
import { callsPerTrace } from "./call-sequence.ts";
import { wireMarks } from "./marks.ts";

/** The project that measurements write to. */
export const project = "local/bench";

/** Calls that differ in their texts; after them the texts repeat, under other ids and times. */
export const sampleCount = 4_096;

const opNames = ["answer", "retrieve", "rerank", "chat_completion"];
const system =
  "You are the support assistant of an online shop. Answer in the language of the customer, " +
  "politely and in at most five sentences. Quote the policy that you rely on by its number.";

/**
 * The halves of a call of a chat application, as items of a batch: together with ids and times a
 * stored row of about 1.7 KB. Which of them depends on `index` alone.
 */
export function sampleHalves(index: number): readonly [start: string, end: string] {
  const random = randomNumbers(index + 1);
  const isRoot = index % callsPerTrace === 0;
  const { id, traceId, parentId, startedAt, endedAt } = wireMarks;
  const start = {
    project_id: project,
    id,
    op_name: `weave:///${project}/op/${opNames[index % opNames.length]}:${digest}`,
    trace_id: traceId,
    parent_id: isRoot ? null : parentId,
    started_at: startedAt,
    attributes: {
      weave: {
        client_version: "0.52.10",
        source: "python-sdk",
        sys_version: "3.12.3",
        os: "Linux",
      },
    },
    inputs: {
      model: "example-large-2",
      messages: [
        { role: "system", content: system },
        { role: "user", content: prose(random, 215) },
      ],
      temperature: 0.2,
    },
  };
  const [prompt, completion] = [150 + Math.floor(random() * 90), 60 + Math.floor(random() * 50)];
  const usage = { prompt_tokens: prompt, completion_tokens: completion, requests: 1 };
  const message = { role: "assistant", content: prose(random, 150) };
  const end = {
    project_id: project,
    id,
    ended_at: endedAt,
    output: { choices: [{ index: 0, message, finish_reason: "stop" }] },
    summary: {
      usage: { "example-large-2": usage },
      status_counts: { success: callsPerTrace, error: 0 },
    },
  };
  return [
    JSON.stringify({ mode: "start", req: { start } }),
    JSON.stringify({ mode: "end", req: { end } }),
  ];
}

const digest = "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU";
