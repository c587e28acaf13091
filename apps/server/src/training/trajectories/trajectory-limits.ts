import type { Limits } from "@heddle/server-kit";
import type { BodyKind } from "../../budgets/account.ts";
import type { Config } from "../../config/config.ts";

/** The operations whose bodies are trajectories. */
const takingTrajectories = ["trainingJobs.create", "models.log"];

/** Which memory the body of an operation comes out of. */
export function bodyKindOf(operationId: string): BodyKind {
  return takingTrajectories.includes(operationId) ? "trajectories" : "bodies";
}

/** Of the JSON of a sampled token, an object, an array or a member has more characters than this on average. */
const charactersOfMember = 8;

/**
 * The limits of an operation of the training service: trajectories have the log probability of every sampled token, so
 * that their bodies are larger and have more members than others.
 */
export function trajectoryLimits(operationId: string, { limits }: Pick<Config, "limits">): Limits {
  if (bodyKindOf(operationId) === "bodies") return {};
  const { bodyBytes, trajectoryBytes, jsonMembers } = limits;
  const longest = Math.max(bodyBytes, trajectoryBytes);
  return {
    bodyBytes: longest,
    jsonMembers: Math.max(jsonMembers, Math.ceil(longest / charactersOfMember)),
  };
}
