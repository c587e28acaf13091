import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

export interface Listening extends AsyncDisposable {
  readonly url: string;
}

/** Serves an app on a free port of the loopback, until it is disposed of. */
export async function listen(app: Pick<Hono, "fetch">): Promise<Listening> {
  const server = createServer();
  const serve = getRequestListener(app.fetch);
  server.on("request", (incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
