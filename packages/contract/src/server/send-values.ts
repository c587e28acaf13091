import { readAnswer, type Answer } from "../conformance/answer.ts";
import type { RequestValues } from "../requests/values.ts";
import { written } from "../requests/write.ts";
import type { PlacedOperation } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";
import { credentials } from "./credentials.ts";
import type { RunningServer } from "./running-server.ts";

/** How a request is sent. */
interface Sending {
  /** Undefined sends no key. */
  readonly key: string | undefined;
  /** Default: the prefix of the service. */
  readonly prefix?: string;
}

/** Sends a request of an operation to a running server, and reads the answer whole. */
export async function sendValues(
  server: RunningServer,
  service: Service,
  placed: PlacedOperation,
  values: RequestValues,
  { key, prefix = service.prefix }: Sending,
): Promise<Answer> {
  const { url, init } = written(service, placed, `${server.url}${prefix}`, values);
  const headers = { ...init.headers, ...credentials(key) };
  return readAnswer(await fetch(url, { ...init, headers }));
}
