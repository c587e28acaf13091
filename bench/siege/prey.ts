import { randomUUID } from "node:crypto";
import { upload } from "@heddle/contract/hostile/attacks/uploads";
import type { HostileOrder } from "./hostile-order.ts";
import { basic, SiegeClient } from "./siege-client.ts";

/**
 * The targets of the attacks: things that are expensive to read, stored before the first attack.
 */
export interface Prey extends HostileOrder {
  readonly readAuthorization: string;
  readonly writeAuthorization: string;
  /** The ref of an object of 31 MiB. */
  readonly bigRef: string;
  /** The digest of a file of 32 MiB. */
  readonly fileDigest: string;
  /** The page of a call whose text is expensive to show. */
  readonly pagePath: string;
}

const mebibyte = 1024 * 1024;
const largeCalls = 3_000;

export async function prepare(order: HostileOrder): Promise<Prey> {
  const { url, project, writeKey, readKey } = order;
  const client = new SiegeClient(url, writeKey);
  const written = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await client.post(path, JSON.stringify(body));
    if (answer.status !== 200) {
      throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    }
    return JSON.parse(answer.text) as Record<string, unknown>;
  };
  const obj = { project_id: project, object_id: "big", val: "x".repeat(31 * mebibyte) };
  const { digest } = await written("/traces/obj/create", { obj });
  for (let made = 0; made < largeCalls; made += 100) {
    const batch = Array.from({ length: 100 }, () => started(project, "y".repeat(10_000)));
    await written("/traces/call/upsert_batch", { batch });
  }
  const quotes = started(project, '"'.repeat(110_000));
  await written("/traces/call/upsert_batch", { batch: [quotes] });
  client.close();
  const writeAuthorization = basic(writeKey);
  const form = { authorization: writeAuthorization, project, fileBytes: 32 * mebibyte };
  const { connection } = await upload(url, { ...form, isFileFirst: false });
  await connection.status;
  const [, fileDigest = ""] = /"digest":"(\w+)"/.exec(connection.text) ?? [];
  connection.destroy();
  return {
    ...order,
    readAuthorization: basic(readKey),
    writeAuthorization,
    bigRef: `weave:///${project}/object/big:${String(digest)}`,
    fileDigest,
    pagePath: `/${project}/r/call/${quotes.req.start.id}`,
  };
}

function started(
  project: string,
  text: string,
): { mode: "start"; req: { start: { id: string; [name: string]: unknown } } } {
  const start = {
    project_id: project,
    id: randomUUID(),
    op_name: "prey",
    started_at: new Date().toISOString(),
    attributes: {},
    inputs: { text },
  };
  return { mode: "start", req: { start } };
}
