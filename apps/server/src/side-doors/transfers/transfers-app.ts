import { Readable } from "node:stream";
import { errorResponse, NotFound } from "@heddle/server-kit";
import { traceErrorBody } from "@heddle/server-kit/trace";
import { type Context, Hono } from "hono";
import type { Access } from "../../access/access.ts";
import type { HttpEnv } from "../../http/env.ts";
import { toApiError } from "../../http/errors.ts";
import type { Artifacts } from "../../training/artifacts/artifacts.ts";
import { manifestText } from "../../training/artifacts/manifest.ts";
import type { ProgramUploads } from "../../training/artifacts/program-uploads.ts";
import { type TransferRight, type TransferRights, transfersSegment } from "./transfer-rights.ts";

/** What these addresses need. */
export interface TransfersOptions {
  readonly access: Pick<Access, "authorise">;
  readonly rights: TransferRights;
  readonly artifacts: Artifacts;
  readonly uploads: ProgramUploads;
  /** Gets internal errors. */
  readonly onError: (error: unknown) => void;
}

/**
 * Serves addresses that carry their own right: the SDK of the tracker sends no key with the bytes of
 * files. What the key may do is asked again at each use, so a right ends with its key.
 */
export function transfersApp(options: TransfersOptions): Hono<HttpEnv> {
  const { access, rights, artifacts, uploads, onError } = options;
  const app = new Hono<HttpEnv>();
  const rightOf = async (c: Context<HttpEnv>, kinds: readonly TransferRight["kind"][]) => {
    const right = await rights.inPath(c.req.path);
    const principal = right && (await rights.principalIn(c.req.path));
    if (!right || !principal || !kinds.includes(right.kind)) {
      throw new NotFound("This address does not work, or no longer. Ask for a new one.");
    }
    const project = await artifacts.projectOf(right.artifactId);
    if (project === undefined) throw new NotFound("The artifact of this address is gone.");
    access.authorise(principal, right.kind.startsWith("put") ? "write" : "read", [project]);
    return right;
  };
  app.put(`/${transfersSegment}/:token`, async (c) => {
    const { kind, artifactId, path = "", md5 } = await rightOf(c, ["put-file", "put-manifest"]);
    const { body, signal } = c.req.raw;
    const content = body === null ? Readable.from([]) : Readable.fromWeb(body);
    if (kind === "put-manifest") await uploads.putManifest(artifactId, content, md5, signal);
    else await artifacts.putFile(artifactId, { path, content, md5 }, signal);
    return c.body(null, 200);
  });
  app.get(`/${transfersSegment}/:token`, async (c) => {
    const { kind, artifactId, path = "" } = await rightOf(c, ["get-file", "get-manifest"]);
    const { signal } = c.req.raw;
    const type = { "Content-Type": "application/octet-stream" };
    if (kind === "get-manifest") {
      const { files } = await artifacts.read(artifactId, signal);
      return c.body(manifestText(artifactId, files), 200, { "Content-Type": "application/json" });
    }
    const { stream, size } = await artifacts.open(artifactId, path, signal);
    const body = Readable.toWeb(Readable.from(stream)) as ReadableStream<Uint8Array>;
    return c.body(body, 200, { ...type, "Content-Length": String(size) });
  });
  app.onError((error, c) => {
    const told = toApiError(error);
    if (told.status >= 500) onError(error);
    const id = c.get("requestId");
    return errorResponse(told, traceErrorBody(told, id), id);
  });
  return app;
}
