/**
 * The compiler must refuse the name of a project in place of its id, an id in place of a name, and
 * a write to a project that was only named.
 * This file is compiled and never run: `tsc` is the test.
 */
import type { Context } from "../http/context.ts";
import type { Records } from "../store/records/records.ts";
import type { Calls } from "../trace/calls/calls.ts";
import type { CallsReader } from "../trace/calls/read/calls-reader-sql.ts";
import type { CallWrite } from "../trace/calls/write/call-writes.ts";
import type { FilesStore } from "../trace/files/files-sql.ts";
import type { Objects } from "../trace/objects/objects.ts";
import type { ObjectsStore } from "../trace/objects/objects-sql.ts";
import type { Tables } from "../trace/tables/tables.ts";
import type { TablesStore } from "../trace/tables/tables-sql.ts";
import type { Access } from "./access.ts";
import type { Projects } from "./projects-sql.ts";
import type { ProjectId, ProjectName, WritableId } from "./project-id.ts";

declare const context: Context;
declare const text: string;
declare const signal: AbortSignal;
const readable = context.projects.named(text);
const { name, id } = readable;
const writable = context.projects.writable(text);

/** The context turns texts into names and ids. */
export function throughTheContext(): void {
  const named: ProjectName = name;
  const stored: ProjectId = id;
  // @ts-expect-error -- a name is no id
  const fromName: ProjectId = name;
  // @ts-expect-error -- an id is no name
  const fromId: ProjectName = id;
  // @ts-expect-error -- a text of a request is no id before the context has read it
  const fromText: ProjectId = text;
  // @ts-expect-error -- a text in a ref is no id either: the project may not exist
  const inRef: ProjectId = context.projects.withId(text);
  // @ts-expect-error -- visibility is a property of a project, not of a text
  context.projects.isVisible(text);
  void [named, stored, fromName, fromId, fromText, inRef];
}

declare const tables: TablesStore;
declare const objects: ObjectsStore;
declare const files: FilesStore;
declare const calls: CallsReader;
declare const records: Records;

/** Stores take ids. */
export async function inStores(): Promise<void> {
  await tables.length(id, "digest", signal);
  // @ts-expect-error -- a name
  await tables.length(name, "digest", signal);
  // @ts-expect-error -- a name
  await tables.putTable(name, "digest", [], true);
  // @ts-expect-error -- a name
  await objects.newest(name, "object", signal);
  // @ts-expect-error -- a text of a request
  await files.totalBytes(text, signal);
  // @ts-expect-error -- a name
  await calls.withDescendants(name, [], signal);
  // @ts-expect-error -- a name
  const write: CallWrite = { key: { projectId: name, id: "call" } };
  // @ts-expect-error -- a name
  await records.reading(signal).selectFrom("files").where("project_id", "=", name).execute();
  void write;
}

declare const allTables: Tables;
declare const allObjects: Objects;
declare const allCalls: Calls;
declare const projects: Projects;
declare const access: Access;

/** Domains say which of the two they take. */
export async function inDomains(): Promise<void> {
  await allTables.rowTexts(id, [], signal);
  // @ts-expect-error -- a name
  await allTables.rowTexts(name, [], signal);
  // @ts-expect-error -- a name
  await allObjects.contents(name, [], signal);
  // @ts-expect-error -- a text of a request instead of a project
  await allCalls.count(context, text, {}, signal);
  // @ts-expect-error -- the two of them swapped
  await allCalls.count(context, { name: id, id: name }, {}, signal);
  // @ts-expect-error -- an id
  await projects.ensure(writable.id);
  // @ts-expect-error -- an id
  access.maySee(context.principal, id);
}

/** Whatever writes takes a project that the operation may write to. */
export async function writes(): Promise<void> {
  await projects.ensure(writable);
  // @ts-expect-error -- a project to read
  await projects.ensure(readable);
  // @ts-expect-error -- a project to read
  await allTables.createFromDigests(readable, { row_digests: [] });
  // @ts-expect-error -- a project to read
  await allObjects.create(context, readable, { object_id: "o", val: 1 }, "1", signal);
  // @ts-expect-error -- a project to read
  await allCalls.update(readable, { call_id: "c", display_name: "n" });
  // @ts-expect-error -- a project to read
  await allCalls.delete(readable, [], signal);
  // @ts-expect-error -- the id of a project to read
  await tables.putRows(id, new Map());
  // @ts-expect-error -- the id of a project to read
  const written: WritableId = id;
  const key: CallWrite["key"] = { projectId: writable.id, id: "call" };
  // @ts-expect-error -- the id of a project to read
  const wrong: CallWrite["key"] = { projectId: id, id: "call" };
  void [written, key, wrong];
}
