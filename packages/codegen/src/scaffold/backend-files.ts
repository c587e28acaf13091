import { kebabCase } from "./names.ts";
import { indexName } from "./handler-files.ts";
import type { ScaffoldService } from "./scaffold-service.ts";

/** The path prefix of each of the kit's services, the same as in the real server. */
const prefixes: Readonly<Record<string, string>> = {
  trace: "/traces",
  training: "/training/v1",
  inference: "/inference/v1",
};

/** `src/app.ts`: all services as one app. */
export function appFile(services: readonly ScaffoldService[]): string {
  const isOfKit = services.every((service) => service.isOfKit);
  const imports = services.map(
    ({ name }) => `import { ${indexName(name)} } from "./${name}/handlers.ts";`,
  );
  const kit = services.map(
    ({ name }) => `import { ${name}App } from "@heddle/server-kit/${name}";`,
  );
  const [first] = services;
  const head = isOfKit
    ? [
        ...kit,
        'import { Hono } from "hono";',
        'import type { Context } from "./context.ts";',
        ...imports,
      ]
    : [
        'import { plainService, serviceApp } from "@heddle/server-kit";',
        'import type { Context } from "./context.ts";',
        `import type { ${first?.handlersType} } from "./generated/handlers.ts";`,
        'import { operations } from "./generated/operations.ts";',
        ...imports,
      ];
  return `${head.join("\n")}

const options = {
  // Everybody is let in. Answer null, which is a 401, for a key that you do not know.
  authenticate: (_headers: Headers) => "anybody",
  // What handlers get as \`context\`: put your stores here.
  context: (): Context => ({}),
  // Answers are held to the document, as long as this is not production.
  checkResponses: process.env["NODE_ENV"] !== "production",
  onError: (error: unknown) => console.error(error),
};

/** ${isOfKit ? "All services" : "The service"} as one app. A test calls it without a port: \`app.request("/…")\`. */
${isOfKit ? kitApp(services) : plainApp(first)}`;
}

function kitApp(services: readonly ScaffoldService[]): string {
  const routes = services.map(
    ({ name }) =>
      `app.route("${prefixes[name] ?? `/${name}`}", ${name}App(${indexName(name)}, options));\n`,
  );
  return `export const app = new Hono();\n\n${routes.join("")}`;
}

function plainApp(service: ScaffoldService | undefined): string {
  const { name = "api", handlersType = "" } = service ?? {};
  const plain = `plainService<${handlersType}<Context>>(${JSON.stringify(name)}, operations)`;
  const errors =
    "// Errors are problem details; a third argument, `{ errorBody }`, makes them what the document has.";
  return `export const app = serviceApp(\n  ${errors}\n  ${plain},\n  ${indexName(name)},\n  options,\n);\n`;
}

/** \`src/context.ts\`. */
export const contextFile: string = `/** What every handler is given beside its request: stores, clocks, who asks. */
export interface Context {}
`;

/** `src/main.ts`: serves the app on a port. */
export const mainFile: string = `import { serve } from "@hono/node-server";
import { app } from "./app.ts";

const port = Number(process.env["PORT"] ?? 4779);
const hostname = process.env["HOST"] ?? "127.0.0.1";

const server = serve({ fetch: app.fetch, port, hostname }, (address) => {
  console.log(\`Listening at http://\${hostname}:\${address.port}\`);
});

server.on("error", (error) => {
  console.error(\`Cannot listen: \${error.message}. PORT and HOST choose another address.\`);
  process.exitCode = 1;
});

/** Lets what is under way finish. */
function stop(): void {
  server.close();
}

process.once("SIGINT", stop).once("SIGTERM", stop);
`;

/** `src/app.test.ts`: one test for each operation, so that a new operation is covered at once. */
export function testFile(services: readonly ScaffoldService[]): string {
  const isOfKit = services.every((service) => service.isOfKit);
  const imports = services.map(({ name }) =>
    isOfKit
      ? `import { ${name}Operations } from "@heddle/server-kit/${name}";`
      : 'import { operations } from "./generated/operations.ts";',
  );
  const listed = services.map(({ name }) =>
    isOfKit
      ? `  { prefix: "${prefixes[name] ?? `/${name}`}", operations: ${name}Operations },\n`
      : '  { prefix: "", operations },\n',
  );
  const own = 'import { app } from "./app.ts";';
  const ordered = isOfKit ? [...imports, own] : [own, ...imports];
  return `import assert from "node:assert/strict";
import { test } from "node:test";
${ordered.join("\n")}

const services = [
${listed.join("")}];

for (const { prefix, operations } of services) {
  for (const { id, method, path } of operations) {
    test(\`\${id} answers\`, async () => {
      const url = prefix + path.replaceAll(/\\{[^}]+\\}/g, "x");
      const response = await app.request(url, { method: method.toUpperCase() });
      assert.ok(response.status < 500 || response.status === 501, await response.text());
      assert.notEqual(response.status, 405);
    });
  }
}
`;
}

/** `tsconfig.json`. */
export const tsconfigFile: string = `{
  "compilerOptions": {
    "target": "es2024",
    "lib": ["es2024"],
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "rewriteRelativeImportExtensions": true,
    "skipLibCheck": true,
    "sourceMap": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`;

/** A valid package name made from the name of a folder. */
export function packageName(folder: string): string {
  return kebabCase(folder).replaceAll(/^-+|-+$/g, "") || "backend";
}
