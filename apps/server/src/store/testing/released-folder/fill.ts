import { CallWrites } from "./call-writes.ts";
import { fillChanges, fillOddities, fillStates, fillTree } from "./fill-calls.ts";
import { type FilledContents, fillContents } from "./fill-contents.ts";
import { endMany, startMany } from "./fill-many.ts";
import { fillFeedback } from "./fill-feedback.ts";
import type { FolderClient } from "./folder-client.ts";

/** A project of the folder. */
export interface FilledProject {
  readonly project_id: string;
  /** The ids of all its calls, also of deleted ones. */
  readonly callIds: readonly string[];
  readonly contents?: FilledContents;
}

/** Everything in the folder. */
export interface Filled {
  /** The project with everything in it. */
  readonly main: FilledProject;
  /** A project with some of the same ids. */
  readonly other: FilledProject;
  /** A project with many small calls. */
  readonly many: FilledProject;
  /** A project of another entity. */
  readonly foreign: FilledProject;
}

/** The clients of a folder: two authors of one entity, and one of another entity. */
export interface FolderClients {
  readonly local: FolderClient;
  readonly ada: FolderClient;
  readonly globex: FolderClient;
}

/** The contents of both projects that have some. */
export interface AllContents {
  readonly ofMain: FilledContents;
  readonly ofOther: FilledContents;
}

const mainProject = "local/nasty";
const otherProject = `local/Übung 日本's "x"`;
const manyProject = "local/many";

/** Writes what a first server writes: contents, and calls that wait for the second one. */
export async function fillFirst({ local }: FolderClients): Promise<AllContents> {
  await startMany(new CallWrites(local, manyProject));
  const ofMain = await fillContents(local, mainProject);
  const ofOther = await fillContents(local, otherProject);
  return { ofMain, ofOther };
}

/** Writes the rest, with another server on the same folder. */
export async function fillRest(
  { local, ada, globex }: FolderClients,
  { ofMain, ofOther }: AllContents,
): Promise<Filled> {
  const main = new CallWrites(local, mainProject);
  await fillTree(main, ofMain);
  await fillStates(main);
  await fillChanges(main);
  await fillOddities(main, ofMain);
  const byAda = new CallWrites(ada, mainProject);
  await byAda.complete({ "by ada": { thread_id: "thread 2" }, "by ada too": {} });
  const other = new CallWrites(local, otherProject);
  await fillTree(other, ofOther);
  await fillStates(other);
  await other.delete("ended later");
  await other.begin("deleted", { inputs: { deleted: false } });
  const many = new CallWrites(local, manyProject);
  await endMany(many);
  await fillFeedback(local, mainProject);
  const foreign = new CallWrites(globex, "globex/nasty");
  await fillStates(foreign);
  return {
    main: { project_id: mainProject, callIds: [...main.ids, ...byAda.ids], contents: ofMain },
    other: { project_id: otherProject, callIds: [...other.ids], contents: ofOther },
    many: { project_id: manyProject, callIds: [...many.ids] },
    foreign: { project_id: foreign.project_id, callIds: [...foreign.ids] },
  };
}
