import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { figure, type Table, whole } from "../report/table.ts";

/** How many requests of one kind the stub answers. */
export interface StubRate {
  readonly name: string;
  readonly perSecond: number;
  readonly p50Ms: number;
}

interface Ask {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const asks: readonly Ask[] = [
  { name: "health", method: "GET", path: "/traces/health" },
  {
    name: "`calls.read`",
    method: "POST",
    path: "/traces/call/read",
    body: { project_id: "acme/support", id: "0198c5e2-6c1f-7d3a-9b4e-000000000000" },
  },
  {
    name: "`chat.create`",
    method: "POST",
    path: "/inference/v1/chat/completions",
    body: { model: "heddle/loom", messages: [{ role: "user", content: "Is water wet?" }] },
  },
  {
    name: "`chat.create`, streamed",
    method: "POST",
    path: "/inference/v1/chat/completions",
    body: {
      model: "heddle/loom",
      messages: [{ role: "user", content: "Is water wet?" }],
      stream: true,
    },
  },
];
const connections = 16;
const main = fileURLToPath(new URL("../../apps/stub/src/main.ts", import.meta.url));

/** Starts the stub as a user does, and sends requests as fast as it answers. */
export async function measureStub(bench: Bench): Promise<StubRate[]> {
  const child = spawn(process.execPath, [main, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await printedUrl(child);
    const rates: StubRate[] = [];
    for (const ask of asks) {
      await rate(url, ask, 1);
      const measured = await rate(url, ask, bench.quick ? 1 : 10);
      bench.say(`${ask.name}: ${whole(measured.perSecond)} requests/s`);
      rates.push(measured);
    }
    return rates;
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

async function printedUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("The output of the stub is not read.");
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /(http:\/\/[\d.]+:\d+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error("The stub did not start.");
}

async function rate(url: string, ask: Ask, seconds: number): Promise<StubRate> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1000;
  const connection = async (): Promise<void> => {
    while (performance.now() < until) {
      const start = performance.now();
      await send(agent, url, ask);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const elapsedS = (performance.now() - from) / 1000;
  agent.destroy();
  const p50Ms = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
  return { name: ask.name, perSecond: times.length / elapsedS, p50Ms };
}

function send(agent: Agent, url: string, { method, path, body }: Ask): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: "Bearer stub", "content-type": "application/json" };
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.once("error", reject);
      response.resume().once("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${method} ${path} answered ${response.statusCode}.`));
      });
    });
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export function stubTable(rates: readonly StubRate[]): Table {
  return {
    name: "stub",
    columns: ["", "requests/s", "p50, ms"],
    rows: rates.map(({ name, perSecond, p50Ms }) => [name, whole(perSecond), figure(p50Ms)]),
    notes: [
      `${connections} connections from a process beside it, for 10 s each; ` +
        "requests are validated, and answers held to the spec before they are sent.",
    ],
  };
}
