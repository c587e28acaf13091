import type { AnyHandler } from "../dispatch.ts";
import type { OperationSpec } from "../operation.ts";
import type { ServiceOptions } from "../options.ts";
import { plainService } from "../plain-service.ts";
import { reply } from "../reply.ts";
import { serviceApp, type ServiceApp } from "../service-app.ts";

/** What a handler was given. */
export interface Given {
  readonly body: unknown;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly cookie: Readonly<Record<string, unknown>>;
}

/** An app with one public operation, by default `POST /`. */
export function oneOperation(
  operation: Partial<OperationSpec>,
  handler: AnyHandler,
  options: ServiceOptions<unknown, unknown> = {},
): ServiceApp {
  const service = plainService("one", [
    {
      id: "things.do",
      resource: "things",
      verb: "do",
      method: "post",
      path: "/",
      access: "public",
      projects: [],
      parameters: [],
      responses: {},
      ...operation,
    },
  ]);
  const { partial: _, ...rest } = options;
  return serviceApp(service, { things: { do: handler } }, rest);
}

/** The same with a handler that keeps what it is given. */
export function keeping(operation: Partial<OperationSpec>): { app: ServiceApp; given: Given[] } {
  const given: Given[] = [];
  const app = oneOperation(operation, (request) => {
    given.push(request);
    return reply(200, {});
  });
  return { app, given };
}

/** The first issue that an answer lists. */
export async function firstIssue(response: Response): Promise<unknown> {
  const { issues } = (await response.json()) as { issues?: readonly unknown[] };
  return issues?.[0];
}
