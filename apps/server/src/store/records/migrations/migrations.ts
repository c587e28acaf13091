import type { Kysely } from "kysely";
import { up as firstTrace } from "./0001-first-trace.ts";
import { up as objectTags } from "./0002-object-tags.ts";
import { up as chatUsage } from "./0003-chat-usage.ts";
import { up as trainedModels } from "./0004-trained-models.ts";
import { up as trajectories } from "./0005-trajectories.ts";
import { up as trainingJobs } from "./0006-training-jobs.ts";
import { up as artifacts } from "./0007-artifacts.ts";
import { up as keptTrajectories } from "./0008-kept-trajectories.ts";
import { up as untracedTrajectories } from "./0009-untraced-trajectories.ts";
import { up as pastPoints } from "./0010-past-points.ts";

/** One step of the schema, forward only. */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
}

/**
 * Every step, by its numbered name. Never edit a released step: add a new one with the next number.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-first-trace": { up: firstTrace },
  "0002-object-tags": { up: objectTags },
  "0003-chat-usage": { up: chatUsage },
  "0004-trained-models": { up: trainedModels },
  "0005-trajectories": { up: trajectories },
  "0006-training-jobs": { up: trainingJobs },
  "0007-artifacts": { up: artifacts },
  "0008-kept-trajectories": { up: keptTrajectories },
  "0009-untraced-trajectories": { up: untracedTrajectories },
  "0010-past-points": { up: pastPoints },
};
