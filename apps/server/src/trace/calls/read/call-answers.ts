import type { Trace } from "@heddle/types";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { inThisAccount } from "../../../budgets/current-request.ts";
import type { LargestAnswer } from "../../../store/traces/answer-size.ts";
import { windowOf } from "../../query/window.ts";
import type { WithoutProject } from "../../without-project.ts";
import { callAnswer, type CallRow } from "./call-answer.ts";
import { callColumns, callExtras, type CallExtras } from "./call-columns-sql.ts";
import type { CallsReader } from "./calls-reader-sql.ts";
import { selectCalls } from "./calls-selection.ts";

/** A request for calls of a project and their members. */
export type CallsQuery = WithoutProject<Trace.CallsQuery>;

/** Makes the answers for calls. */
export class CallAnswers {
  readonly #reader: CallsReader;

  constructor(reader: CallsReader) {
    this.#reader = reader;
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
    const selection = selectCalls(request, project, requester.projects);
    const columns = callColumns(request);
    const extras = callExtras(request);
    const asked = { selection, columns, limit, offset, signal, among };
    for await (const rows of inThisAccount(this.#reader.chunks(asked))) {
      const traceBytes = await this.#traceBytes(project.id, rows.rest(), extras, signal);
      const { userName } = requester.principal;
      const facts = { project: project.name, columns, extras, userName, traceBytes };
      for (let row = rows.next(); row; row = rows.next()) yield callAnswer(row, facts);
    }
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
