import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { ProjectId, WritableId, WritableProject } from "../../../access/project-id.ts";
import type { RequestProjects } from "../../../access/request-projects.ts";
import type { Requester } from "../../../access/requester.ts";
import type { LoopTurn } from "../../../budgets/loop-turns.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { externaliseText, internaliseText } from "../../digests/rewrite-refs.ts";
import { columnText, timeText } from "../../instant.ts";
import { type CallRef, type ObjectRef, parseRef } from "../../refs/ref.ts";
import { refScope } from "../../refs/ref-scope.ts";
import { uuidV7 } from "../../uuid-v7.ts";
import type { Annotation } from "../annotation/annotation-checks.ts";
import { kindOf } from "../record/feedback-kind.ts";
import { feedbackPayload, readableText } from "../record/feedback-payload.ts";
import {
  feedbackRecord,
  type FeedbackRecord,
  type NewFeedback,
} from "../record/feedback-record.ts";
import { feedbackRefs } from "../record/feedback-refs.ts";
import { idOfMade } from "./feedback-id.ts";
import type { FeedbackRow } from "./feedback-writer.ts";

/** A piece of feedback of a request, with the text of its payload. */
export interface GivenFeedback {
  readonly project: WritableProject;
  readonly item: NewFeedback;
  /** The JSON of the payload as the client sent it. */
  readonly payloadText: string;
}

/** A piece of feedback that may be stored. */
export interface Intake {
  readonly row: FeedbackRow;
  readonly created: Trace.FeedbackCreated;
  /** What must still be checked; undefined if it is no annotation. */
  readonly annotation: Annotation | undefined;
}

const maxRefCharacters = requestBounds.refCharacters.limit;
const escapes = /\\(?:ud[89a-f][0-9a-f]{2}|[^])/g;
const loneLength = "\\ud800".length;

/** Makes rows of the feedback in requests. */
export class FeedbackIntake {
  readonly #nowUs: () => number;
  readonly #random: (bytes: number) => Uint8Array;

  constructor(nowUs: () => number, random: (bytes: number) => Uint8Array) {
    this.#nowUs = nowUs;
    this.#random = random;
  }

  /** @throws InvalidInput for feedback that breaks a rule of its type. */
  async read(
    requester: Requester,
    { project, item, payloadText }: GivenFeedback,
    turn: LoopTurn,
  ): Promise<Intake> {
    const { feedback_type: type } = item;
    const kind = kindOf(type);
    const record = feedbackRecord(item, kind.kind);
    const payload = feedbackPayload(type, kind, payloadText, item.payload);
    const { lookup, visible } = refScope(requester);
    const recordText = wellFormed(JSON.stringify(record));
    const members = await internaliseText(recordText, lookup, turn);
    const stored = JSON.parse(members) as FeedbackRecord;
    const storedPayload = await internaliseText(payload, lookup, turn);
    const refs = feedbackRefs(type, kind, stored, requester.projects);

    const createdAt = this.#nowUs();
    const wb_user_id = requester.principal.userName;
    const { call_ref: call } = refs;
    const made = call && idOfMade(project.id, call as CallRef, wb_user_id, members, storedPayload);
    const known = item.id?.toWellFormed() ?? made;
    const id = known ?? uuidV7(Math.floor(createdAt / 1000), this.#random(10));
    const derived = JSON.stringify({
      created_at: columnText(createdAt),
      call_id: callIdOf(stored.weave_ref, project.id, requester.projects),
      wb_user_id,
      payload: storedPayload,
      readable: readableText(storedPayload),
      payload_bytes: Buffer.byteLength(storedPayload),
    });
    const shown = await externaliseText(storedPayload, visible, turn);
    return {
      row: {
        key: { projectId: project.id, id },
        isNew: known === undefined,
        members: `${members.slice(1, -1)},${derived.slice(1, -1)}`,
      },
      created: {
        id,
        created_at: timeText(createdAt),
        wb_user_id,
        payload: json<Trace.FeedbackCreated["payload"]>(shown),
      },
      annotation:
        kind.kind === "annotation"
          ? { project, spec: refs.annotation_ref as ObjectRef, payload: storedPayload }
          : undefined,
    };
  }

  /** The row that removes feedback. */
  removal(projectId: WritableId, id: string): FeedbackRow {
    return {
      key: { projectId, id: id.toWellFormed() },
      isNew: false,
      members: `"created_at":"${columnText(this.#nowUs())}","is_deleted":1`,
    };
  }
}

/** The id of the call that a ref names in this project; '' for any other text. */
function callIdOf(text: string, projectId: ProjectId, projects: RequestProjects): string {
  if (text.length > maxRefCharacters) {
    throw new InvalidInput(
      `weave_ref has ${text.length} characters; the limit is ${maxRefCharacters}.`,
    );
  }
  const ref = parseRef(text, projects);
  if (typeof ref === "string" || ref.kind !== "call" || ref.extra.length > 0) return "";
  return ref.project.id === projectId ? ref.id : "";
}

/** JSON of the server without lone surrogates, which no column can hold. */
function wellFormed(text: string): string {
  if (!text.includes("\\ud")) return text;
  return text.replace(escapes, (escape) => (escape.length === loneLength ? "\ufffd" : escape));
}
