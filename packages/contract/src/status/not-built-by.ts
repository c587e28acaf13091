import { credentials } from "../server/credentials.ts";
import type { RunningServer } from "../server/running-server.ts";
import { everyOperation } from "../spec/services.ts";
import { listed, type ListedOperation } from "./status-page.ts";

/** What every answer of an operation that is not built says. */
export const absence = "is not built yet";

/** The operations that a running server says it has no handler for, in the order of the spec. */
export async function notBuiltBy(server: RunningServer): Promise<readonly ListedOperation[]> {
  const found: ListedOperation[] = [];
  for (const { service, placed } of everyOperation) {
    const { method, path, operation } = placed;
    const url = server.url + service.prefix + path.replaceAll(/\{\w+\}/g, "some");
    const headers = credentials(server.keys.admin);
    const answer = await (await fetch(url, { method: method.toUpperCase(), headers })).text();
    // With its name: nothing else may be taken for the absence of this very operation.
    if (answer.includes(`${operation.operationId} ${absence}`)) found.push(listed(service, placed));
  }
  return found;
}
