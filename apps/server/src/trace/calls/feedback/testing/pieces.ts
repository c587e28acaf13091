import fc from "fast-check";
import type { ProjectId } from "../../../../access/project-id.ts";
import { internalPrefix } from "../../../digests/rewrite-refs.ts";
import { readableText } from "../../../feedback/record/feedback-payload.ts";
import { columnText } from "../../../instant.ts";
import { readJson } from "../../../query/testing/json-document.ts";
import { PayloadValue } from "../../../query/testing/payload-value.ts";
import { SeveralValues } from "../../../query/testing/several-values.ts";
import { scanText } from "../../record/leaves/compact-text.ts";
import { jsonTexts } from "../../testing/json-texts.ts";
import { feedbackPath, hasSeveral } from "../feedback-path.ts";

/** A piece of feedback for a test of queries. */
export interface Piece {
  /** The number of its call; there may be no such call. */
  readonly call: number;
  readonly type: string;
  /** JSON as clients see it. */
  readonly payload: string;
  readonly runnable_ref: string;
  readonly trigger_ref: string;
  /** Whether it was removed later, or written over another piece. */
  readonly fate: "kept" | "removed" | "overwritten";
}

/** Types that queries name; the last has what could end a path, a text or a statement. */
export const types = ["own", "wandb.note.1", "x'].payload.\\\"{p0:String}"] as const;

const projectName = "acme/é";
const ref = (tail: string): string => `weave:///${projectName}/object/${tail}`;
const refs = ["", "", ref("judge:v1"), ref("é'\\x:v2"), ref("judge:*")];

const withRefs = (text: string): string => {
  const ownMembers = `"ref":${JSON.stringify(refs[2])},"refs":[${JSON.stringify(refs[3])},1.0]`;
  return text === "{}" ? `{${ownMembers}}` : `{${ownMembers},${text.slice(1)}`;
};

export const pieces: fc.Arbitrary<Piece> = fc.record({
  call: fc.nat(7),
  type: fc.constantFrom(...types, types[0], types[1]),
  payload: fc
    .tuple(jsonTexts("odd", true), fc.boolean())
    .map(([text, has]) => (has ? withRefs(scanText(text).text) : scanText(text).text)),
  runnable_ref: fc.constantFrom(...refs),
  trigger_ref: fc.constantFrom(...refs),
  fate: fc.constantFrom("kept", "kept", "kept", "removed", "overwritten"),
});

const createdUs = (at: number): number => Date.UTC(2026, 1, 1) * 1000 + ((at * 7_919) % 1_000);

/** The rows of feedback in the order of their inserts. */
export function rowsOf(
  all: readonly Piece[],
  projectId: ProjectId,
  callId: (call: number) => string,
): [earlier: string[], later: string[]] {
  const row = (at: number, piece: Piece, version: number, isDeleted = 0): string => {
    const payload = internal(piece.payload);
    return JSON.stringify({
      project_id: projectId,
      id: `f${at}`,
      created_at: columnText(createdUs(at) + version),
      weave_ref: `${internalPrefix}${projectId}/call/${callId(piece.call)}`,
      call_id: callId(piece.call),
      feedback_type: piece.type,
      payload,
      readable: readableText(payload),
      payload_bytes: Buffer.byteLength(payload),
      runnable_ref: internal(`"${piece.runnable_ref}`).slice(1),
      trigger_ref: internal(`"${piece.trigger_ref}`).slice(1),
      version,
      is_deleted: isDeleted,
    });
  };
  const earlier: string[] = [];
  const later: string[] = [];
  for (const [at, piece] of all.entries()) {
    if (piece.fate === "kept") earlier.push(row(at, piece, 1));
    else {
      const other = all[(at + 1) % all.length]!;
      earlier.push(row(at, piece.fate === "removed" ? piece : other, 1));
      later.push(row(at, piece, 2, Number(piece.fate === "removed")));
    }
  }
  return [earlier, later];
}

function internal(text: string): string {
  const id = Buffer.from(projectName).toString("base64url");
  return text.replaceAll(`"weave:///${projectName}/`, `"${internalPrefix}${id}/`);
}

/** The value of a field of feedback for a call; undefined for another field. */
export function valueOf(
  all: readonly Piece[],
  call: number,
  path: string,
): PayloadValue | undefined {
  const asked = feedbackPath(path);
  if (!asked) return undefined;
  const { type, member, steps } = asked;
  const values = all
    .map((piece, at) => ({ piece, at }))
    .filter(({ piece }) => piece.call === call && piece.fate !== "removed")
    .filter(({ piece }) => type === undefined || piece.type === type)
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .map(({ piece }) => {
      if (member === "payload") return new PayloadValue(readJson(piece.payload), steps);
      const text = piece[member];
      return new PayloadValue(text === "" ? undefined : { kind: "string", value: text }, []);
    });
  if (hasSeveral(type)) return new SeveralValues(values.filter(({ exists }) => exists));
  const value = type === undefined ? values.find(({ text }) => text !== "") : values[0];
  return value ?? new PayloadValue(undefined, []);
}

function timeOf({ piece, at }: { readonly piece: Piece; readonly at: number }): number {
  return createdUs(at) + (piece.fate === "overwritten" ? 2 : 1);
}
