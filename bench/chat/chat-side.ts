import { fileURLToPath } from "node:url";
import { OrderedProcess } from "../processes/ordered-process.ts";
import type { ChatJob, ChatRun } from "./chat-job.ts";

/** A process that answers questions on an engine alone, or asks a server for the answers. */
export type ChatSide = OrderedProcess<object, ChatJob, ChatRun>;

const engineProgram = fileURLToPath(new URL("./engine-side.ts", import.meta.url));
const httpProgram = fileURLToPath(new URL("./http-side.ts", import.meta.url));

/** Opens an engine in an empty folder, in a process of its own. */
export function startEngineSide(directory: string): Promise<ChatSide> {
  return OrderedProcess.start(engineProgram, [directory]);
}

/** Starts a client of a server, in a process of its own. */
export function startHttpSide(url: string, key: string): Promise<ChatSide> {
  return OrderedProcess.start(httpProgram, [url, key]);
}
