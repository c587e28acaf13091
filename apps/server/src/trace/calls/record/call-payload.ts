import { requestBounds } from "../../../config/request-bounds.ts";
import { rawText, serialise } from "@heddle/server-kit";

/** The members of a call that are kept as the JSON text they came as. */
export type PayloadName = "inputs" | "attributes" | "otel_dump" | "output" | "summary";

/** One such text, written once as it will stand in the row. */
export interface Payload {
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  /** The text as a JSON string. */
  readonly escaped: string;
}

/** The payloads of a part of a call; what is absent or null is left out. */
export type Payloads = Readonly<Partial<Record<PayloadName, Payload>>>;

/** Bytes of payload that one call may hold. */
export const maxPayloadBytes: number = requestBounds.payloadBytes.limit;

/** Stands in for a text that does not fit into a row. */
export const tooLargePayload: Payload = payload('{"_weave": {"error": "<EXCEEDS_LIMITS>"}}');

/** A text as a payload; what fits into no row alone is replaced before it is written. */
export function payload(text: string): Payload {
  const bytes = Buffer.byteLength(text);
  return bytes > maxPayloadBytes ? tooLargePayload : { bytes, escaped: JSON.stringify(text) };
}

/**
 * The text of a member as it came; of a value that did not come over the wire, as we write it.
 * `undefined` for null and for nothing.
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
 * The payloads that fit into one row: while they are too large together, the largest of them is
 * replaced by a marker.
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

/** Bytes of all payloads together: the size of a call. */
export function payloadBytes(payloads: Payloads): number {
  let total = 0;
  for (const name in payloads) total += payloads[name as PayloadName]?.bytes ?? 0;
  return total;
}

/** Payloads as members that follow others. */
export function payloadMembers(payloads: Payloads): string {
  let text = "";
  for (const name in payloads) text += `,"${name}":${payloads[name as PayloadName]?.escaped}`;
  return text;
}

function largestOf(payloads: Payloads): [PayloadName, Payload] {
  const entries = Object.entries(payloads) as [PayloadName, Payload][];
  return entries.reduce((largest, entry) => (entry[1].bytes > largest[1].bytes ? entry : largest));
}
