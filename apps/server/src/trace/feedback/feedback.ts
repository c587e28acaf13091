import { randomBytes } from "node:crypto";
import type { Trace } from "@heddle/types";
import type { Project, ProjectId, WritableProject } from "../../access/project-id.ts";
import type { Projects } from "../../access/projects-sql.ts";
import type { Requester } from "../../access/requester.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import type { Traces } from "../../store/traces/traces.ts";
import { risingClock } from "../clock.ts";
import type { Objects } from "../objects/objects.ts";
import type { WithoutProject } from "../without-project.ts";
import { type AggregateQuery, feedbackAggregate } from "./aggregate/feedback-aggregate.ts";
import { feedbackStats, type StatsQuery } from "./aggregate/feedback-stats.ts";
import { payloadSchema, type PayloadSchemaQuery } from "./aggregate/payload-schema.ts";
import { AnnotationChecks } from "./annotation/annotation-checks.ts";
import { SchemaChecks } from "./annotation/schema-checks.ts";
import { purgedIds } from "./purged-ids.ts";
import { feedbackAnswer, type FeedbackQuery } from "./read/feedback-answers.ts";
import { FeedbackReader } from "./read/feedback-reader-sql.ts";
import { FeedbackIntake, type GivenFeedback, type Intake } from "./write/feedback-intake.ts";
import { type FeedbackWrite, FeedbackWriter } from "./write/feedback-writer.ts";

/** The stores and bounds of feedback. */
export interface FeedbackOptions {
  readonly traces: Traces;
  readonly projects: Pick<Projects, "ensure">;
  /** Reads the AnnotationSpecs. */
  readonly objects: Pick<Objects, "contents">;
  /** Whether other servers write to the same trace store. */
  readonly isShared: boolean;
  /** Bytes of feedback that may wait to be stored; further feedback is answered 429. */
  readonly maxQueuedBytes: number;
  /** µs since 1970; it never gives a moment twice. */
  readonly nowUs?: () => number;
  readonly random?: (bytes: number) => Uint8Array;
}

/** Writes and reads the feedback of all projects. */
export class Feedback {
  readonly #traces: Traces;
  readonly #projects: FeedbackOptions["projects"];
  readonly #nowUs: () => number;
  readonly #intake: FeedbackIntake;
  readonly #schemas = new SchemaChecks();
  readonly #annotations: AnnotationChecks;
  readonly #writer: FeedbackWriter;
  readonly #reader: FeedbackReader;

  constructor(options: FeedbackOptions) {
    const { traces, projects, objects, isShared, maxQueuedBytes } = options;
    const nowUs = options.nowUs ?? risingClock();
    this.#traces = traces;
    this.#projects = projects;
    this.#nowUs = nowUs;
    this.#intake = new FeedbackIntake(nowUs, options.random ?? randomBytes);
    this.#annotations = new AnnotationChecks(objects, this.#schemas);
    this.#writer = new FeedbackWriter({ traces, nowUs, isShared, maxQueuedBytes });
    this.#reader = new FeedbackReader(traces);
  }

  /** Bytes that wait to be stored or are being stored. */
  get queuedBytes(): number {
    return this.#writer.queuedBytes;
  }

  /** Refuses further writes, and resolves when all accepted writes are durable. */
  async close(): Promise<void> {
    await this.#schemas.close();
    await this.#writer.close();
  }

  /**
   * Stores feedback, all of it or none. The same id again overwrites. Returns the answers in order.
   *
   * @throws InvalidInput, Missing if one piece breaks a rule.
   */
  async create(
    requester: Requester,
    given: readonly GivenFeedback[],
    signal: AbortSignal,
  ): Promise<Trace.FeedbackCreated[]> {
    const intakes = await this.#checked(requester, given, signal);
    await this.#ensure(given.map(({ project }) => project));
    await this.#writer.write(intakes.map(({ row }) => row));
    return intakes.map(({ created }) => created);
  }

  /** Stores feedback in the place of another piece, which need not exist. */
  async replace(
    requester: Requester,
    given: GivenFeedback,
    replacedId: string,
    signal: AbortSignal,
  ): Promise<Trace.FeedbackCreated> {
    const [intake] = await this.#checked(requester, [given], signal);
    if (!intake) throw new Error("One piece of feedback gave no row.");
    const { project } = given;
    await this.#ensure([project]);
    const removal = this.#intake.removal(project.id, replacedId);
    const { row, created } = intake;
    // The engine stores both rows together, so that a kill leaves one of the two pieces.
    const rows: FeedbackWrite = removal.key.id === row.key.id ? [row] : [removal, row];
    await this.#writer.write(rows);
    return created;
  }

  /** Removes the feedback that a query names by id. @throws InvalidInput for another query. */
  async purge(
    { id: projectId }: WritableProject,
    { query }: WithoutProject<Trace.FeedbackPurge>,
  ): Promise<void> {
    const ids = new Set(purgedIds(query));
    await this.#writer.write([...ids].map((id) => this.#intake.removal(projectId, id)));
  }

  /** The feedback that a query lets through. */
  async query(
    requester: Requester,
    project: Project,
    request: FeedbackQuery,
    signal: AbortSignal,
  ): Promise<Trace.FeedbackList> {
    return feedbackAnswer(this.#reader, requester, project, request, signal);
  }

  /** Figures of values in payloads, in buckets of time. */
  async stats(
    requester: Requester,
    project: Project,
    request: StatsQuery,
    signal: AbortSignal,
  ): Promise<Trace.FeedbackStats> {
    const context = { traces: this.#traces, nowUs: this.#nowUs(), requester, signal };
    return feedbackStats(context, project.id, request);
  }

  /** The paths that payloads have. */
  async payloadSchema(
    requester: Requester,
    project: Project,
    request: PayloadSchemaQuery,
    signal: AbortSignal,
  ): Promise<Trace.FeedbackPayloadSchema> {
    const context = { traces: this.#traces, nowUs: this.#nowUs(), requester, signal };
    return payloadSchema(context, this.#reader, project.id, request);
  }

  /** Counts of tags and ratings, by time and by group. */
  async aggregate(
    project: Project,
    request: AggregateQuery,
    signal: AbortSignal,
  ): Promise<Trace.FeedbackAggregate> {
    return feedbackAggregate(this.#traces, project.id, request, signal);
  }

  async #checked(
    requester: Requester,
    given: readonly GivenFeedback[],
    signal: AbortSignal,
  ): Promise<Intake[]> {
    const turn = new LoopTurn();
    const intakes: Intake[] = [];
    for (const one of given) {
      if (turn.isOver) await turn.next();
      intakes.push(await this.#intake.read(requester, one, turn));
    }
    const annotations = intakes.flatMap(({ annotation }) => annotation ?? []);
    await this.#annotations.check(annotations, requester.principal.entity, signal);
    return intakes;
  }

  async #ensure(projects: readonly WritableProject[]): Promise<void> {
    const ensured = new Set<ProjectId>();
    for (const project of projects) {
      if (!ensured.has(project.id)) ensured.add(await this.#projects.ensure(project));
    }
  }
}
