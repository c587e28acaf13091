import { requestBounds } from "../../../config/request-bounds.ts";
import { rawText, serialise } from "@heddle/server-kit";

/** The members of a call that are stored as the JSON text that the client sent. */
export type PayloadName = "inputs" | "attributes" | "otel_dump" | "output" | "summary";

/** The text of one member, already escaped for the row. */
export interface Payload {
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  /** The text as a JSON string. */
  readonly escaped: string;
}

/** The payloads of a part of a call, without absent and null ones. */
export type Payloads = Readonly<Partial<Record<PayloadName, Payload>>>;

/** Most bytes of payload of one call. */
export const maxPayloadBytes: number = requestBounds.payloadBytes.limit;

/** Replaces a text that does not fit into a row. */
export const tooLargePayload: Payload = payload('{"_weave": {"error": "<EXCEEDS_LIMITS>"}}');

/** Makes a payload from a text. A text that alone is too large for a row is replaced. */
export function payload(text: string): Payload {
  const bytes = Buffer.byteLength(text);
  return bytes > maxPayloadBytes ? tooLargePayload : { bytes, escaped: JSON.stringify(text) };
}

/**
 * The text of a member as the client sent it, or our own JSON for a value that came otherwise.
 * `undefined` for an absent or null member.
 */
export function memberText<Owner extends object>(
  owner: Owner,
  member: keyof Owner & string,
): string | undefined {
  const value = owner[member];
  if (value === undefined || value === null) return undefined;
  return rawText(owner, member) ?? serialise(value);
}

/**
 * Makes payloads fit into one row: while they are too large together, a marker replaces the
 * largest.
 */
export function fitPayloads(payloads: Payloads): Payloads {
  let total = payloadBytes(payloads);
  if (total <= maxPayloadBytes) return payloads;
  const fitting: Partial<Record<PayloadName, Payload>> = { ...payloads };
  while (total > maxPayloadBytes) {
    const [name, largest] = largestOf(fitting);
    fitting[name] = tooLargePayload;
    total += tooLargePayload.bytes - largest.bytes;
  }
  return fitting;
}

/** The size of a call: bytes of all its payloads. */
export function payloadBytes(payloads: Payloads): number {
  let total = 0;
  for (const name in payloads) total += payloads[name as PayloadName]?.bytes ?? 0;
  return total;
}

/** The text of payloads as further members of an object. */
export function payloadMembers(payloads: Payloads): string {
  let text = "";
  for (const name in payloads) text += `,"${name}":${payloads[name as PayloadName]?.escaped}`;
  return text;
}

function largestOf(payloads: Payloads): [PayloadName, Payload] {
  const entries = Object.entries(payloads) as [PayloadName, Payload][];
  return entries.reduce((largest, entry) => (entry[1].bytes > largest[1].bytes ? entry : largest));
}
