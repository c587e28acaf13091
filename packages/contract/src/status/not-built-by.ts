import { credentials } from "../server/credentials.ts";
import type { RunningServer } from "../server/running-server.ts";
import { everyOperation } from "../spec/services.ts";
import { listed, type ListedOperation } from "./status-page.ts";

/** The text in every answer of an operation that is not built. */
export const absence = "is not built yet";

/** The operations without a handler by a running server's own answers, in the order of the spec. */
export async function notBuiltBy(server: RunningServer): Promise<readonly ListedOperation[]> {
  const found: ListedOperation[] = [];
  for (const { service, placed } of everyOperation) {
    const { method, path, operation } = placed;
    const url = server.url + service.prefix + path.replaceAll(/\{\w+\}/g, "some");
    const headers = credentials(server.keys.admin);
    const answer = await (await fetch(url, { method: method.toUpperCase(), headers })).text();
    // The name must be there too, so that no other message counts as the absence of this operation.
    if (answer.includes(`${operation.operationId} ${absence}`)) found.push(listed(service, placed));
  }
  return found;
}
