import { requestBounds } from "../../../config/request-bounds.ts";
import { rawText, serialise } from "@heddle/server-kit";
import { type CompactText, scanText } from "./leaves/compact-text.ts";
import {
  joinedFacts,
  type PayloadFacts,
  payloadFacts,
  type RootName,
} from "./leaves/payload-facts.ts";

/** The members of a call that are stored as compact JSON text. */
export type PayloadName = RootName | "otel_dump";

/** All payloads of a call, as their columns. */
export const payloadNames: readonly PayloadName[] = [
  "inputs",
  "attributes",
  "otel_dump",
  "output",
  "summary",
];

/** The text of one member, already escaped for the row. */
export interface Payload {
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  /** The text as a JSON string. */
  readonly escaped: string;
  /** What further columns hold about it; `undefined` if queries do not look into it. */
  readonly facts: PayloadFacts | undefined;
}

/** The payloads of a part of a call, without absent and null ones. */
export type Payloads = Readonly<Partial<Record<PayloadName, Payload>>>;

/** Most bytes of payload of one call. */
export const maxPayloadBytes: number = requestBounds.payloadBytes.limit;

/** Replace texts that do not fit into a row. */
const markers: Readonly<Record<PayloadName, Payload>> = {
  inputs: markerOf("inputs"),
  attributes: markerOf("attributes"),
  otel_dump: markerOf("otel_dump"),
  output: markerOf("output"),
  summary: markerOf("summary"),
};

/** The payload that replaces one that does not fit into a row. */
export function tooLargePayload(name: PayloadName): Payload {
  return markers[name];
}

/**
 * Makes a payload from its compact text and, if at hand, the value that `JSON.parse` makes of it. A
 * text that alone is too large for a row is replaced.
 */
export function payload(name: PayloadName, compact: CompactText, value?: unknown): Payload {
  const bytes = Buffer.byteLength(compact.text);
  return bytes > maxPayloadBytes
    ? tooLargePayload(name)
    : fittingPayload(name, compact, bytes, value);
}

function markerOf(name: PayloadName): Payload {
  const compact = scanText('{"_weave":{"error":"<EXCEEDS_LIMITS>"}}');
  return fittingPayload(name, compact, Buffer.byteLength(compact.text), undefined);
}

function fittingPayload(
  name: PayloadName,
  compact: CompactText,
  bytes: number,
  value: unknown,
): Payload {
  const { text } = compact;
  const escaped = JSON.stringify(text);
  if (name === "otel_dump") return { bytes, escaped, facts: undefined };
  const read: unknown = value === undefined ? JSON.parse(text) : value;
  return { bytes, escaped, facts: payloadFacts(name, compact, read) };
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
    fitting[name] = tooLargePayload(name);
    total += tooLargePayload(name).bytes - largest.bytes;
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

/** What columns hold about payloads, together. */
export function factsOf(payloads: Payloads): PayloadFacts {
  const facts: PayloadFacts[] = [];
  for (const name in payloads) {
    const found = payloads[name as PayloadName]?.facts;
    if (found !== undefined) facts.push(found);
  }
  return joinedFacts(facts);
}

/** The payloads in a stored row. */
export function storedPayloads(
  row: Readonly<Partial<Record<PayloadName, string>>>,
  names: readonly PayloadName[],
): Payloads {
  const payloads: Partial<Record<PayloadName, Payload>> = {};
  for (const name of names) {
    const text = row[name];
    // Rows of older releases hold texts that are not compact.
    if (text) payloads[name] = payload(name, scanText(text));
  }
  return payloads;
}

function largestOf(payloads: Payloads): [PayloadName, Payload] {
  const entries = Object.entries(payloads) as [PayloadName, Payload][];
  return entries.reduce((largest, entry) => (entry[1].bytes > largest[1].bytes ? entry : largest));
}
