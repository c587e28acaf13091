import type { Trace } from "@heddle/types";
import type { ProjectId } from "../../../access/project-id.ts";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { LargestAnswer } from "../../../store/traces/answer-size.ts";
import { Parameters } from "../../query/parameters.ts";
import type { WithoutProject } from "../../without-project.ts";
import { askedColumns } from "../read/asked-columns-sql.ts";
import type { FeedbackReader } from "../read/feedback-reader-sql.ts";
import { newestPayloads } from "./newest-payloads-sql.ts";
import { PayloadPaths } from "./payload-paths.ts";
import { statsConditions } from "./span-rows-sql.ts";
import { spanOf, type StatsContext } from "./stats-span.ts";

/** A question for the paths of payloads, without its project. */
export type PayloadSchemaQuery = WithoutProject<Trace.FeedbackPayloadSchemaQuery>;

const defaultSample = 2_000;

/**
 * The paths that payloads have, from the newest payload of each trigger.
 *
 * @throws SpanRefused, InvalidInput for a moment that does not exist, QueryLimit for more payloads
 * than an answer may read.
 */
export async function payloadSchema(
  context: StatsContext,
  reader: FeedbackReader,
  project: ProjectId,
  request: PayloadSchemaQuery,
): Promise<Trace.FeedbackPayloadSchema> {
  const span = spanOf(request, context.nowUs);
  const parameters = new Parameters();
  const conditions = await statsConditions(context, request, parameters);
  const limit = request.sample_limit ?? defaultSample;
  const selection = { project, span, conditions, parameters, limit };
  const places = await newestPayloads(context, selection);
  const { signal } = context;
  // Each list of payloads is dropped before the next is read.
  const options = { signal, cost: "short", among: new LargestAnswer() } as const;
  const paths = new PayloadPaths();
  const turn = new LoopTurn();
  const columns = askedColumns(["payload"]);
  for await (const rows of reader.rows(project, places, columns, options)) {
    for (const { payload } of rows) {
      if (turn.isOver) await turn.next();
      paths.add(JSON.parse(payload as string));
    }
  }
  return { paths: paths.list };
}
