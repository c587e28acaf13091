import { parentPort } from "node:worker_threads";
import { Ajv, type AnySchema, type Options, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import draft6 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import { LRUCache } from "lru-cache";
import type { Question, Said } from "./schema-protocol.ts";

// The thread that checks values against schemas of clients. A schema may be slow or endless in
// itself (its patterns, its references), so the server ends this thread when a check takes too long.

if (parentPort === null) throw new Error("schema-thread.ts must run as a worker thread.");
const port = parentPort;

const keptSchemas = 100;
/** Schemas state what a client may not know better, such as `format`: only the standard counts. */
const options: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  messages: true,
};
const dialects: Readonly<Record<string, () => Ajv>> = {
  "https://json-schema.org/draft/2020-12/schema": () => new Ajv2020(options),
  "https://json-schema.org/draft/2019-09/schema": () => new Ajv2019(options),
  "http://json-schema.org/draft-07/schema": () => new Ajv(options),
  "http://json-schema.org/draft-06/schema": () => new Ajv(options).addMetaSchema(draft6),
};

const validators = new LRUCache<string, ValidateFunction>({ max: keptSchemas });

port.on("message", (question: Question) => {
  say(answerTo(question));
});
say("ready");

function say(said: Said): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  port.postMessage(said);
}

function answerTo({ schema, value }: Question): Said {
  try {
    const validate = validators.get(schema) ?? compiled(schema);
    validators.set(schema, validate);
    if (validate(JSON.parse(value))) return { problem: null };
    const [error] = validate.errors ?? [];
    const at = error?.instancePath ? `${error.instancePath.slice(1)} ` : "it ";
    return { problem: `${at}${error?.message ?? "is not valid"}`.slice(0, 500) };
  } catch (error) {
    return { unusable: (error as Error).message.slice(0, 500) };
  }
}

/** Each schema has a validator of its own, so that no `$id` meets those of another schema. */
function compiled(text: string): ValidateFunction {
  const schema = JSON.parse(text) as AnySchema;
  const named = typeof schema === "object" ? (schema["$schema"] as unknown) : undefined;
  const dialect = typeof named === "string" ? named.replace(/#$/, "") : undefined;
  const make = dialect === undefined ? undefined : dialects[dialect];
  if (dialect !== undefined && !make) {
    throw new Error(`$schema ${dialect.slice(0, 100)} is not known`);
  }
  return (make?.() ?? new Ajv2020(options)).compile(schema);
}
