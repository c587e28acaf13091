import { fileURLToPath } from "node:url";
import { OrderedProcess } from "../processes/ordered-process.ts";
import type { ChatJob, ChatRun } from "./chat-job.ts";

/** A process that answers questions on an engine alone, or asks a server for the answers. */
export type ChatSide = OrderedProcess<object, ChatJob, ChatRun>;

/** Opens an engine in an empty folder, in a process of its own. */
export function startEngineSide(directory: string): Promise<ChatSide> {
  return startSide("engine-side.ts", [directory]);
}

/** Starts a client of a server, in a process of its own. */
export function startHttpSide(url: string, key: string): Promise<ChatSide> {
  return startSide("http-side.ts", [url, key]);
}

function startSide(program: string, args: readonly string[]): Promise<ChatSide> {
  return OrderedProcess.start(fileURLToPath(new URL(program, import.meta.url)), args);
}
