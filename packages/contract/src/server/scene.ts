import { exampleValues } from "../requests/values.ts";
import { withProject } from "../requests/with-project.ts";
import { everyOperation } from "../spec/services.ts";
import { isBuilt } from "../status/status-page.ts";
import { newIds } from "./owned.ts";
import type { RunningServer } from "./running-server.ts";
import { sendValues } from "./send-values.ts";

/** Verbs that make things. Without these things, the examples of other operations find nothing. */
const makes = /\.(?:create|start|end|complete|upload|upsertBatch)$/;

/**
 * Operations that only sound as if they made things, make no more than the beginning of one, or need an artifact, which
 * comes after them.
 */
const answers = / (?:chat|artifacts|sftTrainingJobs)\.create/;

/**
 * Sends the examples of all built operations that make things, so that the things that other
 * examples name exist.
 *
 * @throws if one is refused.
 */
export async function makeWhatExamplesSpeakOf(
  server: RunningServer,
  project: string,
): Promise<void> {
  for (const { service, placed, id } of everyOperation) {
    if (!makes.test(id) || answers.test(id) || !isBuilt(service, placed)) continue;
    for (const values of exampleValues(service, placed)) {
      const ids = await newIds(server, service, placed);
      const own = withProject(service, placed, values, project, ids);
      const sending = { key: server.keys.write };
      const { status, body } = await sendValues(server, service, placed, own, sending);
      if (status !== 200) throw new Error(`${id}: ${status} ${body.toString()}`);
    }
  }
}
