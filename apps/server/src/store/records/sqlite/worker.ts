import { parentPort, workerData } from "node:worker_threads";
import type { Reply, Request, Result } from "./protocol.ts";
import { SqliteFile } from "./sqlite-file.ts";
import { Withdrawn } from "./withdrawn.ts";

// The worker thread of the records. SQLite's calls block until the disk has answered; on this
// thread they block only each other.

if (parentPort === null) throw new Error("worker.ts must run as a worker thread.");
const port = parentPort;
const withdrawn = new Withdrawn(workerData as SharedArrayBuffer);
let file: SqliteFile | undefined;

port.on("message", (request: Request) => {
  if (withdrawn.has(request.id)) return;
  let reply: Reply;
  try {
    reply = { id: request.id, result: perform(request) };
  } catch (error) {
    reply = { id: request.id, failure: describe(error) };
  }
  port.postMessage(reply);
  if (request.kind === "close") port.close();
});

function perform(request: Request): Result {
  if (request.kind === "open") {
    file = new SqliteFile(request.file);
    return { rows: [] };
  }
  if (file === undefined) throw new Error("The file is not open.");
  if (request.kind === "execute") {
    return file.execute(request.on, request.sql, request.parameters);
  }
  if (request.kind === "rollback") file.rollback();
  else file.close();
  return { rows: [] };
}

function describe(error: unknown): { code: string; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
  return { code, message };
}
