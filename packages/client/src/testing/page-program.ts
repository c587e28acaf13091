/** The program that tests run in other runtimes. It is bundled, so it imports only the client. */
import { AbortError, exactNumbers, Heddle, NotFoundError } from "../index.ts";

/** Calls a service in every way, and returns the results. */
export async function callEverything(baseUrl: string): Promise<Readonly<Record<string, unknown>>> {
  const heddle = new Heddle({ baseUrl, apiKey: "k", maxRetries: 0 });
  const project_id = "acme/support";
  const seen: Record<string, unknown> = {};

  seen["json"] = await heddle.trace.service.health();
  // Browsers refuse a `fetch` that is called as a method of another object.
  const own = new Heddle({ baseUrl, fetch: globalThis.fetch });
  seen["own fetch"] = await own.trace.service.health();

  const ids: string[] = [];
  for await (const { id } of heddle.trace.calls.query({ project_id, limit: 2 })) ids.push(id);
  seen["lines"] = ids;

  let text = "";
  const question = { model: "m", messages: [{ role: "user" as const, content: "Hi" }] };
  const stream = await heddle.inference.chat.create({ ...question, stream: true });
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
  seen["events"] = text;

  for await (const { id } of heddle.trace.calls.query({ project_id })) {
    seen["early exit"] = id;
    break;
  }

  const { error } = await heddle.trace.calls.read({ project_id, id: "x" }).result();
  seen["refusal"] = error instanceof NotFoundError && [error.message, error.requestId];

  const seed = 9223372036854775807n;
  seen["sent exactly"] = (await heddle.inference.chat.create({ ...question, seed })).id;
  const stats = await exactNumbers(heddle.trace.calls.queryStats({ project_id }));
  seen["read exactly"] = String(stats.count);

  const paths: string[] = [];
  heddle.training.use({ onRequest: ({ schemaPath }) => void paths.push(schemaPath) });
  await heddle.training.service.health();
  seen["middleware"] = paths;

  const file = new File(["upload"], "page.txt");
  seen["upload"] = (await heddle.trace.files.create({ project_id, file })).digest;

  const bytes = await heddle.trace.files.content({ project_id, digest: "d" });
  seen["bytes"] = [...new Uint8Array(await bytes.arrayBuffer())];

  const aborted = await heddle.trace.service.health({ signal: AbortSignal.abort() }).result();
  seen["abort"] = aborted.error instanceof AbortError;
  return seen;
}

/** The result of `callEverything` if everything works. */
export const everything: Readonly<Record<string, unknown>> = {
  json: { status: "ok" },
  "own fetch": { status: "ok" },
  lines: ["ä", "€"],
  events: "Grüß Gott",
  "early exit": "first",
  refusal: ["calls.read: 404: no such call; check ids and baseUrl (request r1)", "r1"],
  "sent exactly": "9223372036854775807",
  "read exactly": "9223372036854775807",
  middleware: ["/health"],
  upload: "true true",
  bytes: [1, 2, 255],
  abort: true,
};
