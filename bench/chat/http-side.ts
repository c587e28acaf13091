/** Run as a process: asks a server for answers. Its arguments are the server's address and a key. */
import { Agent, type IncomingMessage, request } from "node:http";
import { serveOrders } from "../processes/serve-orders.ts";
import { type ChatAnswer, type ChatJob, question, runJob } from "./chat-job.ts";

const [url = "", key = ""] = process.argv.slice(2);
const target = new URL("/inference/v1/chat/completions", url);
const agent = new Agent({ keepAlive: true });
const usage = /"completion_tokens":(\d+)/;

function ask(number: number, { tokens, isStreamed }: ChatJob): Promise<ChatAnswer> {
  const body = JSON.stringify({
    model: "heddle/loom",
    messages: [question(number)],
    max_tokens: tokens,
    temperature: 1,
    ignore_eos: true,
    stream: isStreamed,
  });
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const askedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(target, { agent, method: "POST", headers }, (response) => {
      read(response, isStreamed, askedAt).then(resolve, reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Looks at no more of an answer than it must: what this process computes, the server cannot. */
async function read(
  response: IncomingMessage,
  isStreamed: boolean,
  askedAt: number,
): Promise<ChatAnswer> {
  const firstTokenMs: number[] = [];
  let pieces = 0;
  let end = "";
  for await (const bytes of response as AsyncIterable<Buffer>) {
    const text = bytes.toString("latin1");
    pieces += text.split('"delta":{"content":').length - 1;
    if (isStreamed && pieces > 0 && firstTokenMs.length === 0) {
      firstTokenMs.push(performance.now() - askedAt);
    }
    end = (end + text).slice(-2_000);
  }
  const completionTokens = usage.exec(end)?.[1];
  if (response.statusCode !== 200 || completionTokens === undefined) {
    throw new Error(`The server answered ${response.statusCode}: ${end}`);
  }
  return { tokens: Number(completionTokens), firstTokenMs, pieces };
}

await serveOrders(
  async () => ({}),
  (job: ChatJob) => runJob(job, (number) => ask(number, job)),
  async () => agent.destroy(),
);
