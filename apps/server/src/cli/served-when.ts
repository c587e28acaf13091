import { ownerOf } from "../data-folder/lock.ts";

/** Says when a server serves a changed list of models: the engine reads it as it opens. */
export function servedWhen(dataDir: string): string {
  const owner = ownerOf(dataDir);
  if (owner === undefined) return "The list holds from the next start of the server on.";
  const which = owner === "unknown" ? "" : ` (process ${owner.pid})`;
  return `The running server${which} has the new list at its next start: stop it and start it again.`;
}
