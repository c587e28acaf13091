import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PlacedOperation } from "../spec/document.ts";
import { type Service, services } from "../spec/services.ts";

/** The page that lists for users which operations are not built. */
export const statusPage: string = fileURLToPath(
  new URL("../../../../docs/status.md", import.meta.url),
);

/** An operation as the page names it. */
export interface ListedOperation {
  /** As the folder of its spec: `trace`. */
  readonly service: string;
  readonly resource: string;
  /** In capitals. */
  readonly method: string;
  /** Below the prefix of its service. */
  readonly path: string;
}

/** An operation of the spec as the page would name it. */
export function listed(
  service: Service,
  { method, path, operation }: PlacedOperation,
): ListedOperation {
  const [resource = ""] = operation.operationId.split(".");
  return { service: service.name, resource, method: method.toUpperCase(), path };
}

/** The operations that the page lists as not built, in its order. */
function listedNotBuilt(): readonly ListedOperation[] {
  const page = readFileSync(statusPage, "utf8");
  return rowsOf(tablePattern("not-built").exec(page)?.[1] ?? "");
}

/** The page with the state of every service, where these operations are not built. */
export function withStatus(notBuilt: readonly ListedOperation[], page: string): string {
  return replaced("not-built", tableOf(notBuilt), replaced("built", builtTable(notBuilt), page));
}

/** One row for each service: its addresses, and the resources that have a built operation. */
function builtTable(notBuilt: readonly ListedOperation[]): string {
  const missing = new Set(notBuilt.map(keyOf));
  const rows = services.map((service) => {
    const all = service.operations.map((placed) => listed(service, placed));
    const states = [...Map.groupBy(all, ({ resource }) => resource)].flatMap(([resource, own]) => {
      const built = own.filter((operation) => !missing.has(keyOf(operation))).length;
      if (built === 0) return [];
      return built === own.length ? [resource] : [`${resource} (${built} of ${own.length})`];
    });
    const addresses = [service.prefix, ...service.otherPrefixes].map((at) => `\`${at || "/"}\``);
    const state = states.join(", ") || "nothing yet";
    return `| ${service.name} | ${addresses.join(", ")} | ${state} |\n`;
  });
  return `| service | address | built |\n| --- | --- | --- |\n${rows.join("")}`;
}

function tableOf(operations: readonly ListedOperation[]): string {
  const byResource = Map.groupBy(operations, ({ service, resource }) => `${service} | ${resource}`);
  const rows = [...byResource].map(([place, group]) => {
    const names = group.map(({ method, path }) => `\`${method} ${path}\``);
    return `| ${place} | ${names.join(", ")} |\n`;
  });
  return `| service | resource | operations |\n| --- | --- | --- |\n${rows.join("")}`;
}

function replaced(name: string, table: string, page: string): string {
  return page.replace(tablePattern(name), () => `<!-- ${name} -->\n${table}<!-- /${name} -->`);
}

/** Whether the server has an operation of the spec, second spellings included. */
export function isBuilt(service: Service, { method, path }: PlacedOperation): boolean {
  return !notBuilt.has(keyOf({ service: service.name, method: method.toUpperCase(), path }));
}

function keyOf({ service, method, path }: Omit<ListedOperation, "resource">): string {
  return `${service} ${method} ${path}`;
}

function tablePattern(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->\\n([^]*?)<!-- /${name} -->`);
}

function rowsOf(table: string): readonly ListedOperation[] {
  return table.split("\n").flatMap((line) => {
    const [, service = "", resource = ""] = /^\| (\w+) \| ([\w ]+) \|/.exec(line) ?? [];
    return [...line.matchAll(/`([A-Z]+) (\/[^`]*)`/g)].map(([, method = "", path = ""]) => {
      return { service, resource, method, path };
    });
  });
}

const notBuilt: ReadonlySet<string> = new Set(listedNotBuilt().map(keyOf));
