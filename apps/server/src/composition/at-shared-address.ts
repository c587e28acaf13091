import { combinedErrorBody, notBuiltIn, type ServiceSpec } from "@heddle/server-kit";
import type { Hono } from "hono";
import type { MountedService } from "../http/areas.ts";

/** One of the services that share `/v1`. */
interface SharedService {
  readonly service: ServiceSpec;
  readonly handlers: Readonly<Record<string, unknown>>;
  /** Makes the app with this shape of errors. */
  readonly app: (errorBody: ServiceSpec["errorBody"]) => Hono;
}

/**
 * Mounts a service under its own prefix, and at the address that training and inference share. At
 * the shared address an error has the members that clients of both services read.
 */
export function atSharedAddress({ service, handlers, app }: SharedService): MountedService[] {
  const { name, operations, slashedTails } = service;
  const notBuiltIds = notBuiltIn(service, handlers);
  return [
    { prefix: `/${name}/v1`, errorBody: service.errorBody },
    { prefix: "/v1", errorBody: combinedErrorBody },
  ].map(({ prefix, errorBody }) => ({
    name,
    prefix,
    operations,
    notBuiltIds,
    slashedTails,
    errorBody,
    app: app(errorBody),
  }));
}
