import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentHead, OperationSpec, ServiceApp, ServiceSpec } from "@heddle/server-kit";
import type { z } from "zod";
import { valuesOf, type ValuesOf } from "../arbitraries/from-schema.ts";
import { operationsOf, type Document, type PlacedOperation } from "./document.ts";
import { judgeFor, type Judge } from "./judge.ts";

/** One service, from both sides: its document, and the kit's code for it. */
export interface Service {
  /** As in the spec's folder: `trace`. */
  readonly name: string;
  /** The bundled document, as published. */
  readonly document: Document;
  readonly operations: readonly PlacedOperation[];
  readonly judge: Judge;
  /** Values that a schema of the document accepts; confirm them with the judge. */
  readonly values: ValuesOf;
  /** The path under which a server has it (`/traces`), from the first of the document's servers. */
  readonly prefix: string;
  /** Further paths with the same operations, for clients that do not add the prefix. */
  readonly otherPrefixes: readonly string[];
  /** The operations as the kit knows them. */
  readonly kitOperations: readonly OperationSpec[];
  /** Statuses with which the kit itself, before any handler, refuses a body. */
  readonly bodyRefusals: readonly string[];
  /** The status by which a backend says that it has not built an operation. */
  readonly notBuilt: string;
  /** The kit's app without handlers. */
  readonly app: () => ServiceApp;
  /** The head of the document, as the kit exports it. */
  readonly head: DocumentHead;
  /** The kit's zod schemas by the name that they have in the document. */
  readonly schemas: () => Promise<Readonly<Record<string, z.ZodType | undefined>>>;
}

const spec = fileURLToPath(new URL("../../../../spec/", import.meta.url));

/** Folders of `spec/` with a document: the one list that every suite goes over. */
const names = readdirSync(spec).filter((name) => existsSync(join(spec, name, "openapi.yaml")));

/** The kit's refusals, unless a service has its own. */
const usual = { malformed: 400, mediaType: 415, invalid: 422 };

/** Imports a workspace package by a name that is known only at run time. */
async function importBuilt(specifier: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ specifier)) as Record<string, unknown>;
}

async function load(name: string): Promise<Service> {
  const bundle = fileURLToPath(import.meta.resolve(`@heddle/types/documents/${name}.json`));
  const document = JSON.parse(await readFile(bundle, "utf8")) as Document;
  const kit = await importBuilt(`@heddle/server-kit/${name}`);
  const own = kit[`${name}Service`] as ServiceSpec;
  const [prefix = "", ...otherPrefixes] = (document.servers ?? []).map(({ url }) =>
    new URL(url).pathname.replace(/\/$/, ""),
  );
  return {
    name,
    document,
    operations: operationsOf(document),
    judge: judgeFor(document),
    values: valuesOf(document),
    prefix,
    otherPrefixes,
    kitOperations: own.operations,
    notBuilt: notBuiltStatus(own),
    bodyRefusals: [...new Set(["413", ...Object.values(own.refusals ?? usual).map(String)])],
    app: () => {
      const make = kit[`${name}App`] as (handlers: object, options: object) => ServiceApp;
      const options = { authenticate: () => null, context: () => ({}), partial: true };
      return make({}, options);
    },
    head: kit[`${name}Head`] as DocumentHead,
    schemas: async () =>
      (await importBuilt(`@heddle/server-kit/${name}/schemas`)) as Record<string, z.ZodType>,
  };
}

function notBuiltStatus(service: ServiceSpec): string {
  const [any] = service.operations;
  if (any === undefined) throw new Error("A service without operations has nothing to leave out.");
  return String(service.notBuilt(any).status);
}

/** Every service of the spec, by name. */
export const services: readonly Service[] = await Promise.all(names.map(load));

/** The service of this name; throws if there is none. */
export function serviceNamed(name: string): Service {
  const found = services.find((service) => service.name === name);
  if (found === undefined) throw new Error(`spec/ has no service ${name}`);
  return found;
}

/** An operation with the service that it belongs to. */
export interface ServedOperation {
  readonly service: Service;
  readonly placed: PlacedOperation;
  /** `trace calls.start`, as test cases are named. */
  readonly id: string;
}

/** Every operation of every service. */
export const everyOperation: readonly ServedOperation[] = services.flatMap((service) =>
  service.operations.map((placed) => ({
    service,
    placed,
    id: `${service.name} ${placed.operation.operationId}`,
  })),
);

/** The operation of this id; throws if there is none. */
export function operationNamed(service: string, operationId: string): ServedOperation {
  const found = everyOperation.find(({ id }) => id === `${service} ${operationId}`);
  if (found === undefined) throw new Error(`${service} has no operation ${operationId}`);
  return found;
}
