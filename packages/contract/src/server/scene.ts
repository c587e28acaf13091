import { exampleValues } from "../requests/values.ts";
import { withProject } from "../requests/with-project.ts";
import { everyOperation } from "../spec/services.ts";
import { isBuilt } from "../status/status-page.ts";
import type { RunningServer } from "./running-server.ts";
import { sendValues } from "./send-values.ts";

/** Verbs that make something, without which the examples of the others ask for what is not there. */
const makes = /\.(?:create|start|end|complete|upsertBatch)$/;

/**
 * Sends the examples of everything built that makes something, so that what the other examples speak
 * of is there.
 *
 * @throws where one is refused.
 */
export async function makeWhatExamplesSpeakOf(
  server: RunningServer,
  project: string,
): Promise<void> {
  for (const { service, placed, id } of everyOperation) {
    if (!makes.test(id) || !isBuilt(service, placed)) continue;
    for (const values of exampleValues(service, placed)) {
      const own = withProject(service, placed, values, project);
      const sending = { key: server.keys.write };
      const { status, body } = await sendValues(server, service, placed, own, sending);
      if (status !== 200) throw new Error(`${id}: ${status} ${body.toString()}`);
    }
  }
}
