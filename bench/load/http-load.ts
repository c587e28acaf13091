/** Run as a process: sends batches of calls to a server, whose address and key are its arguments. */
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { callsPerTrace, CallSequence } from "../calls/call-sequence.ts";
import { CallBodies } from "../calls/call-bodies.ts";
import { sampleCount } from "../calls/sample-call.ts";
import { type LoadOrder, type Send, sustain } from "./load.ts";
import { serveOrders } from "./serve-orders.ts";

const [url = "", key = ""] = process.argv.slice(2);
const target = new URL("/traces/call/upsert_batch", url);
const headers = {
  authorization: `Basic ${btoa(`api:${key}`)}`,
  "content-type": "application/json",
};

function connection(agent: Agent, bodies: CallBodies, callsPerBatch: number): Send {
  return async () => {
    await post(agent, bodies.next());
    return callsPerBatch;
  };
}

function post(agent: Agent, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: "POST",
      headers: { ...headers, "content-length": body.length },
    };
    const sent = request(target, options, (response) => {
      response.once("error", reject);
      if (response.statusCode === 200) response.resume().once("end", resolve);
      else void refusal(response).then(reject, reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

async function refusal(response: IncomingMessage): Promise<Error> {
  const says = (await text(response)).slice(0, 500);
  return new Error(`${target.href} answered ${response.statusCode}: ${says}`);
}

function connectionsOf({ shape, moments }: LoadOrder): { agents: Agent[]; sends: Send[] } {
  const { connections, callsPerBatch } = shape;
  const agents = Array.from({ length: connections }, () => {
    return new Agent({ keepAlive: true, maxSockets: 1 });
  });
  const bodiesEach = Math.max(callsPerTrace, Math.ceil(sampleCount / connections / callsPerBatch));
  const sends = agents.map((agent, index) => {
    const first = index * bodiesEach * callsPerBatch;
    const bodies = new CallBodies(first, bodiesEach, callsPerBatch, new CallSequence(moments));
    return connection(agent, bodies, callsPerBatch);
  });
  return { agents, sends };
}

await serveOrders(
  async () => ({ enginePid: undefined, rowBytes: 0 }),
  async (order) => {
    const { agents, sends } = connectionsOf(order);
    try {
      return await sustain(order, sends);
    } finally {
      for (const agent of agents) agent.destroy();
    }
  },
  async () => {},
);
