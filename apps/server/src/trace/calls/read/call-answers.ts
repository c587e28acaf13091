import type { Trace } from "@heddle/types";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { inThisAccount } from "../../../budgets/current-request.ts";
import type { LargestAnswer } from "../../../store/traces/answer-size.ts";
import { windowOf } from "../../query/window.ts";
import type { WithoutProject } from "../../without-project.ts";
import type { ExpandTree } from "../expand/expand-columns.ts";
import { ExpandedCalls } from "../expand/expanded-calls.ts";
import { FeedbackOnCalls } from "../feedback/feedback-on-calls.ts";
import { callAnswer, type CallRow } from "./call-answer.ts";
import { callColumns, callExtras, type CallExtras, expandedColumns } from "./call-columns-sql.ts";
import type { CallsReader } from "./calls-reader-sql.ts";
import { selectCalls } from "./calls-selection.ts";
import { fieldsBehindRefs, type RefSources } from "./fields-behind-refs.ts";

/** A request for calls of a project and their members. */
export type CallsQuery = WithoutProject<Trace.CallsQuery>;

/** The sources of answers. */
export interface CallAnswersOptions {
  readonly reader: CallsReader;
  readonly sources: RefSources;
  /** How long values that a reader does not take stay in memory; 1 s by default. */
  readonly idleMs?: number | undefined;
}

const defaultIdleMs = 1_000;

/** Makes the answers for calls. */
export class CallAnswers {
  readonly #reader: CallsReader;
  readonly #sources: RefSources;
  readonly #idleMs: number;

  constructor({ reader, sources, idleMs = defaultIdleMs }: CallAnswersOptions) {
    this.#reader = reader;
    this.#sources = sources;
    this.#idleMs = idleMs;
  }

  /**
   * Streams calls in the requested order. A request that cannot be answered throws when its first
   * call is read. Give `among` if each call is released before the next is read.
   */
  async *of(
    requester: Requester,
    project: Project,
    request: CallsQuery,
    signal: AbortSignal,
    among?: LargestAnswer,
  ): AsyncGenerator<Trace.Call, void> {
    const { limit, offset } = windowOf(request, "refused");
    const behind = await fieldsBehindRefs(requester, project, request, this.#sources, signal);
    const selection = selectCalls(request, project, requester.projects, behind);
    const columns = callColumns(request);
    const extras = callExtras(request);
    const tree = returnedExpansion(request);
    const expansion = tree && this.#expansion(tree, requester, signal, among !== undefined);
    const asked = { selection, columns, limit, offset, signal, among };
    using feedback = this.#feedback(extras, requester, project, signal, among !== undefined);
    for await (const rows of inThisAccount(this.#reader.chunks(asked))) {
      const traceBytes = await this.#traceBytes(project.id, rows.rest(), extras, signal);
      const { userName } = requester.principal;
      const facts = { project: project.name, columns, extras, userName, traceBytes };
      const next = (): string[] => rows.rest().map(({ id }) => id);
      if (expansion) {
        for await (const row of expansion.of(rows)) {
          yield callAnswer(row, facts, await feedback?.of(row.id, next));
        }
      } else {
        for (let row = rows.next(); row; row = rows.next()) {
          yield callAnswer(row, facts, feedback && (await feedback.of(row.id, next)));
        }
      }
    }
  }

  #expansion(
    tree: ExpandTree,
    requester: Requester,
    signal: AbortSignal,
    isStream: boolean,
  ): ExpandedCalls {
    const source = { refs: this.#sources.refs, requester, signal };
    return new ExpandedCalls({ ...source, tree, isStream, idleMs: this.#idleMs });
  }

  #feedback(
    { feedback }: CallExtras,
    requester: Requester,
    project: Project,
    signal: AbortSignal,
    isStream: boolean,
  ): FeedbackOnCalls | undefined {
    if (!feedback) return undefined;
    const { traces } = this.#sources;
    const idleMs = this.#idleMs;
    return new FeedbackOnCalls({ traces, requester, project, signal, isStream, idleMs });
  }

  #traceBytes(
    projectId: ProjectId,
    rows: readonly CallRow[],
    extras: CallExtras,
    signal: AbortSignal,
  ): Promise<Map<string, number>> | Map<string, number> {
    if (!extras.totalStorageSize) return new Map();
    return this.#reader.bytesByTrace(projectId, rows, signal);
  }
}

/** The columns whose values the answer shows; undefined if it shows none. */
function returnedExpansion(request: CallsQuery): ExpandTree | undefined {
  if (request.return_expanded_column_values === false) return undefined;
  const tree = expandedColumns(request);
  return tree.size === 0 ? undefined : tree;
}
