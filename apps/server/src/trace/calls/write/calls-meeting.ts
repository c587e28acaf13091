import { type CallStep, changeByParts, standingOf } from "./call-changes.ts";
import { retiringRows, waitingVersions } from "./call-part-rows.ts";
import type { CallsLookup, PartVersions } from "../read/calls-lookup-sql.ts";

/** The results of parts that have met. */
export class Meeting {
  /** The calls, now whole. */
  readonly steps: CallStep[] = [];
  /** Rows that remove from `call_parts` the parts that the calls now have. */
  readonly retiring: { readonly step: CallStep; readonly row: string }[] = [];

  retire(step: CallStep, versions: PartVersions): void {
    for (const row of retiringRows(step.pending.key, versions)) this.retiring.push({ step, row });
  }
}

/**
 * Whether parts of this call may wait in `call_parts`: an end for a start that has just become
 * durable or, if other servers write too, a name for an end that came alone.
 */
export function mayHaveParts({ pending, change, origin }: CallStep, isShared: boolean): boolean {
  const { after } = change;
  if (!after || origin === "new") return false;
  return after.call.end ? isShared && !pending.start : pending.start !== undefined;
}

/** Looks for waiting parts of calls that have just become durable. */
export async function meetParts(
  lookup: CallsLookup,
  steps: readonly CallStep[],
  nowUs: number,
): Promise<Meeting> {
  const waiting = await lookup.parts(steps.map(({ pending }) => pending.key));
  const meeting = new Meeting();
  for (const step of steps) {
    const parts = waiting.get(step.pending.text);
    const { after } = step.change;
    if (!parts || !after) continue;
    const standing = { ...after, startedAt: after.call.start.startedAt, isDeleted: false };
    const change = changeByParts(step.pending, standing, parts, nowUs);
    if (change) meeting.steps.push({ ...step, change });
    // While the call runs, its name keeps waiting for the end.
    if ((change?.after ?? after).call.end) meeting.retire(step, parts.versions);
  }
  return meeting;
}

/** Looks for the calls of parts that have just become durable. */
export async function meetCalls(
  lookup: CallsLookup,
  steps: readonly CallStep[],
  nowUs: number,
): Promise<Meeting> {
  const found = await lookup.find(
    steps.map(({ pending }) => pending.key),
    undefined,
  );
  const others = steps.filter(({ pending, change }) => {
    const standing = found.get(pending.text);
    return standing && standing.version !== change.after?.version;
  });
  const live = others.flatMap(({ pending }) => found.get(pending.text) ?? []);
  const loaded = await lookup.load(live.filter(({ isDeleted }) => !isDeleted));
  const meeting = new Meeting();
  for (const step of others) {
    const { waiting } = step.change;
    const standing = found.get(step.pending.text);
    if (!standing || !waiting) continue;
    const { call, ...rest } = standingOf(standing, loaded.get(step.pending.text));
    const parts = { end: waiting.end?.part, name: waiting.name };
    const change = call && changeByParts(step.pending, { ...rest, call }, parts, nowUs);
    if (change) meeting.steps.push({ ...step, change });
    if (standing.isDeleted || (change?.after?.call ?? call)?.end) {
      meeting.retire(step, waitingVersions(waiting));
    }
  }
  return meeting;
}
