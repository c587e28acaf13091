import { RequestProjects } from "@heddle/server/access/request-projects";
import { Feedback, type FeedbackOptions } from "@heddle/server/trace/feedback";
import { project } from "../calls/sample-call.ts";
import { capturing } from "../texts/captured-rows.ts";
import { Template } from "../texts/template.ts";
import { type FeedbackMark, feedbackMarks, templateUs } from "./feedback-marks.ts";
import { annotationSpec, sampleCount, sampleFeedback } from "./sample-feedback.ts";

/** The rows that the server stores for samples: exactly the texts that it inserts for them. */
export interface FeedbackTemplates {
  readonly pieces: readonly Template<FeedbackMark>[];
  /** The row that removes a piece. */
  readonly removed: Template<FeedbackMark>;
}

const writer = { keyId: "", entity: "local", role: "admin", userName: "local" } as const;
const { signal } = new AbortController();

/** The templates of all samples. `digest` is that of the AnnotationSpec. */
export async function feedbackTemplates(digest: string): Promise<FeedbackTemplates> {
  const rows: string[] = [];
  const feedback = new Feedback({
    traces: capturing(rows),
    projects: { ensure: async ({ id }) => id },
    objects: { contents: specContents },
    isShared: false,
    maxQueuedBytes: Infinity,
    nowUs: () => templateUs,
  });
  const operation = { id: "feedback.createBatch", access: "write" } as const;
  const projects = new RequestProjects({ maySee: () => true }, writer, operation);
  const own = projects.writable(project);
  const samples = Array.from({ length: sampleCount }, (_, index) => sampleFeedback(index, digest));
  const given = samples.map((item) => ({
    project: own,
    item,
    payloadText: JSON.stringify(item.payload),
  }));
  await feedback.create({ principal: writer, projects }, given, signal);
  const isRemoved = { $eq: [{ $getField: "id" }, { $literal: feedbackMarks.id }] };
  await feedback.purge(own, { query: { $expr: isRemoved } } as Parameters<Feedback["purge"]>[1]);
  await feedback.close();
  const removed = rows.pop() ?? "";
  if (rows.length !== sampleCount) {
    throw new Error(`${sampleCount} pieces of feedback gave ${rows.length} rows.`);
  }
  const written = ["id", "createdAt", "version"] as const;
  return {
    pieces: rows.map((row) => new Template(row, feedbackMarks, [...written, "callId"])),
    removed: new Template(removed, feedbackMarks, written),
  };
}

/** Holds the AnnotationSpec under each name that it is asked for. */
const specContents: FeedbackOptions["objects"]["contents"] = async (_project, keys) => {
  const { builtin_object_class: name, val } = annotationSpec;
  // The store holds canonical JSON, with the names in order.
  const text = JSON.stringify({
    _bases: ["Object", "BaseModel"],
    _class_name: name,
    _type: name,
    ...val,
  });
  return new Map(
    keys.map(({ object_id, digest }) => [`${object_id}:${digest}`, { text, isDeleted: false }]),
  );
};
