import { json, serialise } from "@heddle/server-kit";
import type { Trace, Training } from "@heddle/types";
import { trainedName } from "../names/trained-name.ts";
import type { AcceptedTrajectories } from "../trajectories/trajectory-traces.ts";
import { isSaid, type SampledTurn, sampledTurns, shownMessage } from "./sampled-turns.ts";
import type { StoredTrajectory } from "./stored-trajectories.ts";
import { tracedId, tracedTraceId } from "../trajectories/traced-id.ts";
import { trajectorySpan } from "./trajectory-span.ts";
import { turnUsage } from "./turn-usage.ts";

/** The ops of the calls that trajectories make. */
const trajectoryOp = "heddle.trajectory";
const turnOp = "heddle.trajectory.turn";
/** The types of their feedback. */
const rewardType = "heddle.reward";
const metricsType = "heddle.metrics";

/** A trajectory as the trace service takes it. */
export interface TracedTrajectory {
  /** The root first, then its turns. */
  readonly calls: readonly Trace.CompletedCall[];
  readonly feedback: readonly Trace.FeedbackCreate[];
}

/** Makes calls and feedback of a trajectory; the same each time. */
export function tracedTrajectory(
  accepted: AcceptedTrajectories,
  stored: StoredTrajectory,
): TracedTrajectory {
  const { trajectory, position } = stored;
  const { id: setId, createdAt, entity, project } = accepted;
  const part = { setId, atMs: Date.parse(createdAt), position };
  const idOf = (what: string, place: number): string => tracedId(part, what, place);
  const project_id = `${entity}/${project}`;
  const span = trajectorySpan(trajectory, createdAt);
  const common = {
    project_id,
    trace_id: tracedTraceId(part),
    started_at: span.startedAt,
    ended_at: span.endedAt,
  };
  const id = idOf("call", position);
  const model = trainedName({ entity, project, name: accepted.model });
  const turns = sampledTurns(trajectory);
  const hasChildren = turns.length > 1;
  const root: Trace.CompletedCall = {
    ...common,
    id,
    op_name: trajectoryOp,
    attributes: json(serialise(attributesOf(accepted, stored, model))),
    ...shownTrajectory(trajectory),
    // Whoever sums up usage adds that of the turns to their root.
    summary: (hasChildren ? undefined : usageOf(model, turns)) ?? {},
  };
  const children = turns.map((turn, index): Trace.CompletedCall => {
    const { history, before, choice } = turn;
    return {
      ...common,
      id: idOf("turn", index),
      parent_id: id,
      op_name: turnOp,
      attributes: { model, turn: index, ...(history > 0 && { history }) },
      inputs: { messages: before },
      output: { choices: [shownChoice(choice)] },
      summary: usageOf(model, [turn]) ?? {},
    };
  });
  const { reward = 0, metrics = {} } = trajectory;
  const given = (feedback_type: string, payload: Trace.FeedbackCreate["payload"]) => ({
    project_id,
    id: idOf(feedback_type, position),
    weave_ref: `weave:///${project_id}/call/${id}`,
    feedback_type,
    payload,
  });
  return {
    calls: hasChildren ? [root, ...children] : [root],
    feedback: [
      given(rewardType, { value: reward }),
      ...(Object.keys(metrics).length > 0 ? [given(metricsType, metrics)] : []),
    ],
  };
}

function attributesOf(
  { jobId, modelId, split, step }: AcceptedTrajectories,
  { group, placeInGroup, trajectory, metadata, groupMetadata }: StoredTrajectory,
  model: string,
): object {
  const { initial_policy_version: initial, final_policy_version: final } = trajectory;
  return {
    model,
    model_id: modelId,
    split,
    step,
    ...(jobId !== null && { job_id: jobId }),
    group,
    place_in_group: placeInGroup,
    ...(metadata !== undefined && { metadata: json(metadata) }),
    ...(groupMetadata !== undefined && { group_metadata: json(groupMetadata) }),
    ...(typeof initial === "number" && { initial_policy_version: initial }),
    ...(typeof final === "number" && { final_policy_version: final }),
  };
}

/** The messages before the first turn of the model, and what came from there on. */
function shownTrajectory(
  trajectory: Training.Trajectory,
): Pick<Trace.CompletedCall, "inputs" | "output"> {
  const { messages_and_choices: items = [], tools, additional_histories, logs = [] } = trajectory;
  const [first] = sampledTurns({ messages_and_choices: items });
  const messages = items.map(shownMessage);
  const answered = messages.findIndex(({ role }) => role === "assistant");
  const start = first?.before.length ?? (answered < 0 ? messages.length : answered);
  const histories = (additional_histories ?? []).map((history) => ({
    messages: history.messages_and_choices.map(shownMessage),
    ...(history.tools && { tools: history.tools }),
  }));
  return {
    inputs: { messages: messages.slice(0, start), ...(tools && { tools }) },
    output: {
      messages: messages.slice(start),
      ...(histories.length > 0 && { additional_histories: histories }),
      ...(logs.length > 0 && { logs }),
    },
  };
}

function shownChoice(choice: Training.TrainableChoice): object {
  const { index, finish_reason, stop_reason } = choice;
  const message = shownMessage(choice);
  return { index, message, finish_reason, ...(isSaid(stop_reason) && { stop_reason }) };
}

function usageOf(
  model: string,
  turns: readonly SampledTurn[],
): Trace.CompletedCall["summary"] | undefined {
  return turnUsage(
    model,
    turns.map(({ choice }) => choice),
  );
}
