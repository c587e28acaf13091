/** Tells errors apart: one tree of classes, by status. */
import { ApiError, Heddle, NotFoundError, ValidationError } from "@heddle/client";
import { settings } from "./settings.ts";

const { project: project_id, ...connection } = settings;
const heddle = new Heddle(connection);

try {
  await heddle.trace.objects.read({ project_id, object_id: "nothing", digest: "latest" });
} catch (error) {
  if (!(error instanceof NotFoundError)) throw error;
  console.log(`${error.name}: ${error.status}, request id: ${error.requestId !== undefined}`);
}

try {
  // @ts-expect-error -- a limit is a number; the compiler knows it, and so does the server
  await heddle.trace.calls.list({ project_id, limit: "ten" });
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  console.log(`${error.name}: ${error.issues[0]?.loc.join(".")}`);
}

try {
  await new Heddle({ ...connection, apiKey: "no-such-key" }).trace.calls.list({ project_id });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(`${error.name}: ${error.status}`);
}
