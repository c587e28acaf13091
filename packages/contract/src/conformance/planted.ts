import { mediaTypeOf } from "./conformance.ts";
import type { Answer } from "./answer.ts";

/** A member that no schema names, at the places where a careless server would leave it. */
const planted = { debug: "secret" };

/**
 * The same answer with a member too many: in the body, or in every item of a list or of a stream. An
 * answer of bytes stays as it is.
 */
export function withUnnamedMember(answer: Answer): Answer {
  const text = answer.body.toString();
  switch (mediaTypeOf(answer.headers)) {
    case "application/json":
      return { ...answer, body: Buffer.from(more(text)) };
    case "application/jsonl":
    case "text/event-stream":
      return { ...answer, body: Buffer.from(inItems(text)) };
    default:
      return answer;
  }
}

function inItems(text: string): string {
  return text.replace(/(?<=^(?:data: )?)\{.*$/gm, more);
}

function more(text: string): string {
  return JSON.stringify(planting(JSON.parse(text)));
}

function planting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(planting);
  return typeof value === "object" && value !== null ? { ...value, ...planted } : value;
}
