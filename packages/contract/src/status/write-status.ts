/**
 * `npm run status`: asks a server which operations have no handler, and writes into docs/status.md
 * which resources are built and which operations are not.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { runServer } from "../server/running-server.ts";
import { notBuiltBy } from "./not-built-by.ts";
import { statusPage, withStatus } from "./status-page.ts";

const server = await runServer();
try {
  const operations = await notBuiltBy(server);
  const page = readFileSync(statusPage, "utf8");
  writeFileSync(statusPage, withStatus(operations, page));
  console.log(`${operations.length} operations are not built: docs/status.md lists them.`);
} finally {
  await server.end();
}
