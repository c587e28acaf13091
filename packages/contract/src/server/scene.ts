import { exampleValues } from "../requests/values.ts";
import { withProject } from "../requests/with-project.ts";
import { written } from "../requests/write.ts";
import { everyOperation } from "../spec/services.ts";
import { isBuilt } from "../status/status-page.ts";
import { credentials } from "./credentials.ts";
import type { RunningServer } from "./running-server.ts";

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
      const { url, init } = written(service, placed, `${server.url}${service.prefix}`, own);
      const headers = { ...init.headers, ...credentials(server.keys.write) };
      const response = await fetch(url, { ...init, headers });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${id}: ${response.status} ${text}`);
    }
  }
}
