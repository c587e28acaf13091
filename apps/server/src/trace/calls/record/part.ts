import {
  factsOf,
  fitPayloads,
  maxPayloadBytes,
  type PayloadName,
  payloadBytes,
  payloadMembers,
  payloadNames,
  type Payloads,
  storedPayloads,
} from "./call-payload.ts";

/** One half of a call, in the form for the row that joins both halves. */
export interface Part {
  /** Members of a JSON object in UTF-8, without braces: columns, payloads and their leaves. */
  readonly bytes: Buffer;
  /** Characters of the columns without payloads. */
  readonly columnsLength: number;
  /** Where the leaves begin, which rows of waiting parts do not have. */
  readonly leavesAt: number;
  /** Bytes of the payloads together. */
  readonly payloadBytes: number;
  /** Entries of `cut`, as a part of a JSON string. */
  readonly cut: string;
  /** Members of `readable`. */
  readonly readable: string;
  readonly hasSummary: boolean;
}

/** The start of a call. */
export interface StartPart extends Part {
  /** The start time as in its column; with the key it gives the place of the row. */
  readonly startedAt: string;
  /** `undefined` if the start gave none. */
  readonly displayName: string | undefined;
}

/** The end of a call. */
export type EndPart = Part;

/** The columns of a start besides its key, its name and its payloads. */
export interface StartColumns {
  readonly trace_id: string;
  readonly parent_id: string;
  readonly thread_id: string;
  readonly turn_id: string;
  readonly op_name: string;
  readonly wb_user_id: string;
  readonly wb_run_id: string;
  readonly wb_run_step: number | string | null;
  readonly input_refs: readonly string[];
}

/** The columns of an end besides its payloads. */
export interface EndColumns {
  readonly ended_at: string;
  readonly exception: string | null;
  readonly wb_run_step_end: number | string | null;
  readonly output_refs: readonly string[];
  readonly status: CallStatus;
}

export type CallStatus = "success" | "error" | "running" | "descendant_error";

/** Makes a half of a call. A payload that alone is too large for a row is replaced. */
export function part(columns: object, payloads: Payloads): Part {
  const members = JSON.stringify(columns).slice(1, -1);
  const fitting = fitPayloads(payloads);
  const { columns: leaves, cut, readable } = factsOf(fitting);
  const bytes = Buffer.from(members + payloadMembers(fitting) + leaves);
  return {
    bytes,
    columnsLength: members.length,
    leavesAt: bytes.length - Buffer.byteLength(leaves),
    payloadBytes: payloadBytes(fitting),
    cut,
    readable,
    hasSummary: fitting.summary !== undefined,
  };
}

/** What the row of a call has of its halves. */
export interface Halves extends Pick<Part, "cut" | "readable" | "hasSummary"> {
  /** Members in UTF-8, each with a comma before it. */
  readonly texts: readonly (string | Uint8Array)[];
  /** Bytes of the payloads together. */
  readonly bytes: number;
}

/** Joins the halves of a call. If they are too large together, the largest payloads are replaced. */
export function joined(start: Part, end: Part | undefined): Halves {
  if (!end) return { ...start, texts: [",", start.bytes], bytes: start.payloadBytes };
  const bytes = start.payloadBytes + end.payloadBytes;
  if (bytes > maxPayloadBytes) return joined(wholeThatFits(start, end), undefined);
  return {
    texts: [",", start.bytes, ",", end.bytes],
    cut: start.cut + end.cut,
    readable: start.readable + (start.readable && end.readable ? "," : "") + end.readable,
    hasSummary: end.hasSummary,
    bytes,
  };
}

/** Each half fits alone, but not both together. */
function wholeThatFits(start: Part, end: Part): Part {
  const texts = [start, end].map((half) => waitingMembers(half).toString());
  const row = JSON.parse(`{${texts.join(",")}}`) as Partial<Record<PayloadName, string>>;
  const payloads = storedPayloads(row, payloadNames);
  for (const name of payloadNames) delete row[name];
  return part(row, payloads);
}

/** The members that a half has in the row of a part that waits. */
export function waitingMembers({ bytes, leavesAt }: Part): Buffer {
  return bytes.subarray(0, leavesAt);
}

/** About the number of bytes that a part takes in memory. */
export function partBytes({ bytes, cut, readable }: Part): number {
  return bytes.length + cut.length + readable.length + 300;
}
