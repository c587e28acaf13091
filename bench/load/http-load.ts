/**
 * Run as a process: sends entries to a server. Its arguments are the kind of the entries, the address
 * of the server, and a key.
 */
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { callBodies } from "../calls/call-bodies.ts";
import { callsPerTrace, CallSequence } from "../calls/call-sequence.ts";
import { project, sampleCount } from "../calls/sample-call.ts";
import { feedbackBodies } from "../feedback/feedback-bodies.ts";
import { annotationSpec } from "../feedback/sample-feedback.ts";
import { Client } from "../server/client.ts";
import type { Bodies } from "../texts/bodies.ts";
import { type Entries, type LoadOrder, type Send, sustain } from "./load.ts";
import { serveOrders } from "../processes/serve-orders.ts";

const [entries, url = "", key = ""] = process.argv.slice(2);
const headers = {
  authorization: `Basic ${btoa(`api:${key}`)}`,
  "content-type": "application/json",
};

/** The requests of a kind of entries. */
interface Requests {
  readonly path: (order: LoadOrder) => string;
  /** Bodies with the texts of so many samples from `first` on. */
  readonly bodies: (order: LoadOrder, first: number, count: number) => Bodies<string>;
}

const requests: Readonly<Record<Entries, (digest: string) => Requests>> = {
  calls: () => ({
    path: () => "/traces/call/upsert_batch",
    bodies: ({ shape, moments }, first, count) =>
      callBodies(first, count, shape.entriesPerBatch, new CallSequence(moments)),
  }),
  feedback: (digest) => ({
    path: ({ shape }) => `/traces/feedback/${shape.entriesPerBatch === 1 ? "" : "batch/"}create`,
    bodies: ({ shape }, first, count) =>
      feedbackBodies(first, count, shape.entriesPerBatch, digest),
  }),
};

/** Publishes the AnnotationSpec of the feedback, and returns its digest. */
async function publishedSpec(): Promise<string> {
  const client = new Client({ url, apiKey: key });
  const obj = { project_id: project, ...annotationSpec };
  const answer = await client.post("/traces/obj/create", { obj });
  client.close();
  return (JSON.parse(answer) as { digest: string }).digest;
}

function post(target: URL, agent: Agent, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: "POST",
      headers: { ...headers, "content-length": body.length },
    };
    const sent = request(target, options, (response) => {
      response.once("error", reject);
      if (response.statusCode === 200) response.resume().once("end", resolve);
      else void refusal(target, response).then(reject, reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

async function refusal(target: URL, response: IncomingMessage): Promise<Error> {
  const says = (await text(response)).slice(0, 500);
  return new Error(`${target.href} answered ${response.statusCode}: ${says}`);
}

function connectionsOf(
  order: LoadOrder,
  { path, bodies }: Requests,
): { agents: Agent[]; sends: Send[] } {
  const { connections, entriesPerBatch } = order.shape;
  const target = new URL(path(order), url);
  const agents = Array.from({ length: connections }, () => {
    return new Agent({ keepAlive: true, maxSockets: 1 });
  });
  const bodiesEach = Math.max(
    callsPerTrace,
    Math.ceil(sampleCount / connections / entriesPerBatch),
  );
  const sends = agents.map((agent, index): Send => {
    const own = bodies(order, index * bodiesEach * entriesPerBatch, bodiesEach);
    return async () => {
      await post(target, agent, own.next());
      return entriesPerBatch;
    };
  });
  return { agents, sends };
}

const opened: { requests?: Requests } = {};

await serveOrders(
  async () => {
    const digest = entries === "feedback" ? await publishedSpec() : "";
    opened.requests = requests[entries as Entries](digest);
    return { enginePid: undefined, rowBytes: 0 };
  },
  async (order: LoadOrder) => {
    if (!opened.requests) throw new Error("The load is not open.");
    const { agents, sends } = connectionsOf(order, opened.requests);
    try {
      return await sustain(order, sends);
    } finally {
      for (const agent of agents) agent.destroy();
    }
  },
  async () => {},
);
