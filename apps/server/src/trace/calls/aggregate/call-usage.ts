import type { Trace } from "@heddle/types";
import type { Project, ProjectId } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { requestBounds, tooManyEntries } from "../../../config/request-bounds.ts";
import { InvalidInput, OverLimit } from "../../../refusals/refusal.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { windowOf } from "../../query/window.ts";
import type { WithoutProject } from "../../without-project.ts";
import { selectCalls } from "../read/calls-selection.ts";
import { refuseMoreEntries, rollUp } from "./roll-up.ts";
import { UsageReader } from "./usage-reader-sql.ts";
import { isUsed, type Tokens, type Usage } from "./used-call.ts";

const defaultLimit = 10_000;
const maxCalls = requestBounds.usageCalls.limit;
/** Calls of several traces that are read at once. */
const batchCalls = 20_000;

/** Sums up what calls and all calls below them have used. */
export class CallUsage {
  readonly #reader: UsageReader;

  constructor(traces: Traces) {
    this.#reader = new UsageReader(traces);
  }

  /**
   * The usage of each matching call; calls below it count if they match too.
   *
   * @throws InvalidInput for a negative limit, OverLimit if more calls match than one answer may sum
   * up; see also `selectCalls` and `rollUp`.
   */
  async ofMatching(
    requester: Requester,
    project: Project,
    request: WithoutProject<Trace.TraceUsageQuery>,
    signal: AbortSignal,
  ): Promise<Trace.UsageByCall> {
    const { limit } = windowOf({ limit: request.limit ?? defaultLimit }, "refused");
    const selection = selectCalls(request, project, requester.projects);
    const calls = await this.#reader.first(selection, Math.min(limit, maxCalls + 1), signal);
    if (calls.length > maxCalls) {
      throw new OverLimit(
        `More than ${maxCalls} calls match, the limit of one answer. Set a lower limit, or narrow ` +
          "the filter.",
      );
    }
    const usages = await rollUp(calls);
    const unfinished = calls.filter(({ isRunning }) => isRunning).map(({ id }) => id);
    return answerOf(usages, unfinished, request.include_costs ?? false);
  }

  /**
   * The usage of each of these calls; all calls below it count.
   *
   * @throws InvalidInput for a limit below 1 and for too many ids, OverLimit if one of their traces
   * has more calls than the limit; see also `rollUp`.
   */
  async ofCalls(
    { id: projectId }: Project,
    { call_ids, include_costs, limit }: WithoutProject<Trace.CallsUsageQuery>,
    signal: AbortSignal,
  ): Promise<Trace.UsageByCall> {
    const most = limit ?? defaultLimit;
    if (most < 1) throw new InvalidInput(`limit is ${most}; it must be at least 1.`);
    const problem = tooManyEntries("call_ids", call_ids.length);
    if (problem !== undefined) throw new InvalidInput(problem);
    const ids = call_ids.map((id) => id.toWellFormed());
    const traces = await this.#reader.tracesOf(projectId, ids, signal);
    const usages = new Map<string, Usage>(ids.map((id) => [id, new Map()]));
    const unfinished: string[] = [];
    let entries = 0;
    for (const batch of await this.#batches(projectId, traces, most, signal)) {
      const calls = await this.#reader.ofTraces(projectId, batch, signal);
      for (const [id, usage] of await rollUp(calls)) {
        if (!usages.has(id)) continue;
        entries += usage.size;
        refuseMoreEntries(entries);
        usages.set(id, usage);
      }
      for (const { id, isRunning } of calls) if (isRunning) unfinished.push(id);
    }
    return answerOf(usages, unfinished, include_costs ?? false);
  }

  /** Puts traces together that may be read at once. */
  async #batches(
    projectId: ProjectId,
    traces: readonly string[],
    limit: number,
    signal: AbortSignal,
  ): Promise<string[][]> {
    if (traces.length === 0) return [];
    const batches: string[][] = [];
    let room = 0;
    for (const { trace_id, calls } of await this.#reader.sizesOf(projectId, traces, signal)) {
      refuseLarger(trace_id, calls, limit);
      if (calls > room) {
        batches.push([]);
        room = batchCalls;
      }
      batches.at(-1)!.push(trace_id);
      room -= calls;
    }
    return batches;
  }
}

/** @throws OverLimit for a trace with more calls than the request, or one answer, may sum up. */
function refuseLarger(trace: string, calls: number, limit: number): void {
  const most = Math.min(limit, maxCalls);
  if (calls <= most) return;
  const remedy = limit < maxCalls ? "Raise limit, or ask" : "Ask";
  throw new OverLimit(
    `Trace ${trace} has more than ${most} calls. ${remedy} for calls of smaller traces.`,
  );
}

async function answerOf(
  usages: ReadonlyMap<string, Usage>,
  unfinished: readonly string[],
  includesCosts: boolean,
): Promise<Trace.UsageByCall> {
  // No prices are known yet, and an unknown price counts as 0.
  const cost = includesCosts ? 0 : null;
  const byCall: [id: string, usage: Record<string, Trace.ModelUsage>][] = [];
  const turn = new LoopTurn();
  for (const [id, usage] of usages) {
    if (turn.isOver) await turn.next();
    const used = [...usage].filter(([, tokens]) => isUsed(tokens));
    const byModel = used.map(([model, tokens]) => [model, priced(tokens, cost)] as const);
    byCall.push([id, Object.fromEntries(byModel)]);
  }
  return { call_usage: Object.fromEntries(byCall), unfinished_call_ids: unfinished.toSorted() };
}

function priced(tokens: Tokens, cost: number | null): Trace.ModelUsage {
  return {
    ...tokens,
    prompt_tokens_total_cost: cost,
    completion_tokens_total_cost: cost,
    cache_read_input_tokens_total_cost: cost,
    cache_creation_input_tokens_total_cost: cost,
  };
}
