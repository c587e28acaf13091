import * as json from "@heddle/contract/hostile/attacks/hostile-json";
import * as slow from "@heddle/contract/hostile/attacks/slow-bodies";
import { unread } from "@heddle/contract/hostile/attacks/unread";
import { upload } from "@heddle/contract/hostile/attacks/uploads";
import * as keyless from "@heddle/contract/hostile/attacks/without-a-key";
import { type Outcome, outcomesWithin } from "@heddle/contract/hostile/outcomes";
import { destroyAll, type RawConnection } from "@heddle/contract/hostile/raw-connection";
import { pause } from "./pace.ts";
import type { Prey } from "./prey.ts";
import { type Answer, SiegeClient } from "./siege-client.ts";

/** One way to hurt a server, limited in number and time. */
export interface Attack {
  readonly name: string;
  run(prey: Prey, signal: AbortSignal): Promise<Outcome[]>;
}

const mebibyte = 1024 * 1024;
const boundMs = 15_000;

/** Holds connections until they are answered, or until the time of the attack is over. */
function holding(
  name: string,
  open: (prey: Prey) => Promise<readonly RawConnection[]>,
  byte?: string,
): Attack {
  return {
    name,
    async run(prey) {
      const connections = await open(prey);
      const stop = byte === undefined ? undefined : keyless.trickle(connections, byte);
      try {
        return await outcomesWithin(boundMs, connections);
      } finally {
        stop?.();
        destroyAll(connections);
      }
    },
  };
}

/** Requests answers and leaves them unread for a while. */
function leaving(name: string, open: (prey: Prey) => Promise<readonly RawConnection[]>): Attack {
  return {
    name,
    async run(prey, signal) {
      const connections = await open(prey);
      try {
        const outcomes = await outcomesWithin(boundMs, connections);
        await pause(5_000, signal);
        return outcomes;
      } finally {
        destroyAll(connections);
      }
    },
  };
}

/** Sends requests all at once, as a client whose key may only read. */
function asking(
  name: string,
  count: number,
  ask: (client: SiegeClient, prey: Prey) => Promise<Answer>,
): Attack {
  return {
    name,
    async run(prey) {
      const clients = Array.from({ length: count }, () => new SiegeClient(prey.url, prey.readKey));
      try {
        const answers = await Promise.all(clients.map((client) => ask(client, prey)));
        return answers.map(({ status }) => (status === 0 ? "closed" : status));
      } finally {
        for (const client of clients) client.close();
      }
    },
  };
}

function uploading(name: string, isReader: boolean, isFileFirst: boolean): Attack {
  return holding(name, async (prey) => {
    const authorization = isReader ? prey.readAuthorization : prey.writeAuthorization;
    const size = { fileBytes: 256 * mebibyte, stopAfter: 64 * mebibyte };
    const form = { authorization, project: prey.project, isFileFirst, ...size };
    return [(await upload(prey.url, form)).connection];
  });
}

function body(name: string, text: (prey: Prey) => string): Attack {
  const path = "/traces/calls/query_stats";
  return asking(name, 1, (client, prey) => client.post(path, text(prey)));
}

/** In the order in which they are tried, again and again. */
export const attacks: readonly Attack[] = [
  holding("16 chunked bytes, no key", ({ url }) => keyless.chunkedBytes(url, 16)),
  body("1,200,000 operands", ({ project }) => json.operands(project, 1_200_000)),
  leaving("12 × 8 refs to 31 MiB, unread", ({ url, bigRef, readAuthorization }) => {
    const refs = Array.from({ length: 8 }, () => bigRef);
    const headers = { authorization: readAuthorization };
    return unread(url, 12, { path: "/traces/refs/read_batch", body: { refs }, headers });
  }),
  asking("page of 110,000 quotes", 2, (client, { pagePath }) => client.get(pagePath)),
  holding("1,024 promises, no key", ({ url }) => keyless.promisedBodies(url, 1_024, 60_000)),
  body("190,000 operands", ({ project }) => json.operands(project, 190_000)),
  uploading("upload by a reader", true, false),
  leaving("20 streams of calls, unread", ({ url, project, readAuthorization }) => {
    const headers = { authorization: readAuthorization };
    const question = { path: "/traces/calls/stream_query", body: { project_id: project } };
    return unread(url, 20, { ...question, headers });
  }),
  holding(
    "32 bodies, a byte a second, no key",
    ({ url }) => {
      return keyless.promisedBodies(url, 32, 1_000);
    },
    " ",
  ),
  body("900,000 members", ({ project }) => {
    return json.withExtra(project, json.manyMembers(900_000));
  }),
  uploading("upload by a reader, file first", true, true),
  holding(
    "16 bodies, a byte a second, with a key",
    ({ url, writeAuthorization }) => {
      const path = "/traces/call/upsert_batch";
      return slow.promising(url, 16, { path, authorization: writeAuthorization, bytes: 100_000 });
    },
    " ",
  ),
  body("8,000,000 strings", ({ project }) => {
    return json.withExtra(project, json.listOf('"a"', 8_000_000));
  }),
  uploading("upload, file first", false, true),
  holding("40 bodies of 16 MiB but for a byte", async ({ url, writeAuthorization }) => {
    const path = "/traces/call/upsert_batch";
    const bytes = 16 * mebibyte;
    const sender = { path, authorization: writeAuthorization, bytes };
    const connections = await slow.promising(url, 40, sender);
    void slow.allButLast(connections, bytes);
    return connections;
  }),
  asking("8 bodies that inflate to 32 MiB", 8, (client, { project }) => {
    const small = json.inflating(project, 32 * mebibyte);
    return client.post("/traces/calls/query_stats", small, { "content-encoding": "gzip" });
  }),
  leaving("40 readers of a file, unread", ({ url, project, fileDigest, readAuthorization }) => {
    const headers = { authorization: readAuthorization };
    const wanted = { project_id: project, digest: fileDigest };
    return unread(url, 40, { path: "/traces/file/content", body: wanted, headers });
  }),
  holding("200 slow heads", ({ url }) => keyless.slowHeads(url, 200), "a"),
  asking("40 heavy statistics", 40, (client, { project }) => {
    return client.post("/traces/calls/query_stats", JSON.stringify(heavyQuestion(project)));
  }),
  leaving("500 requests over one connection, unread", async ({ url }) => {
    const connection = await keyless.pipelined(url, 500);
    connection.stopReading();
    return [connection];
  }),
  holding("64 KiB and a byte, no key", async ({ url }) => {
    const most = 64 * 1024;
    return [
      ...(await keyless.promisedBodies(url, 1, most + 1)),
      await keyless.chunkedBody(url, most + 1),
    ];
  }),
  body("1,100,000 members", ({ project }) => {
    return json.withExtra(project, json.manyMembers(1_100_000));
  }),
  holding("a header of 1 MiB", async ({ url }) => [await keyless.hugeHeader(url, mebibyte)]),
  leaving("500 idle connections", ({ url }) => keyless.idle(url, 500)),
];

/** Searches the name of every call for three hundred words. */
function heavyQuestion(project: string): object {
  const $or = Array.from({ length: 300 }, (_, index) => ({
    $contains: { input: { $getField: "op_name" }, substr: { $literal: `needle${index}` } },
  }));
  return { project_id: project, query: { $expr: { $or } } };
}
