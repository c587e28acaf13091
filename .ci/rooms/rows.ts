import { dirname } from "node:path";
import type { Row, Rooms } from "./table.ts";

const defaultTail = "/*";

/** The folders that rows name; a default row names none. */
export function namedFolders(rooms: Rooms): readonly string[] {
  const listed = Object.values(rooms).flatMap((row) => (row === "everything" ? [] : row));
  const own = Object.keys(rooms).filter((name) => !name.endsWith(defaultTail));
  return [...new Set([...own, ...listed])];
}

/** The deepest folder around a file that has a row, its own or a default one. */
export function roomOf(file: string, rooms: Rooms): string | undefined {
  return foldersAround(file).findLast((folder) => rowOf(folder, rooms) !== undefined);
}

/** The row of a folder: its own, or the default row of the folder around it. */
export function rowOf(folder: string, rooms: Rooms): Row | undefined {
  return rooms[folder] ?? rooms[dirname(folder) + defaultTail];
}

/** The folder that needs a row for a file; undefined if it has one, or if the file ties the rooms. */
export function folderWithoutRow(file: string, rooms: Rooms): string | undefined {
  if (roomOf(file, rooms) !== undefined) return undefined;
  const folders = foldersAround(file);
  const hasRooms = (folder: string): boolean =>
    Object.keys(rooms).some((name) => name.startsWith(`${folder}/`));
  return folders.find((folder) => !hasRooms(folder)) ?? folders.at(-1);
}

/** `trace/calls/read/a.ts` stands in `trace`, `trace/calls` and `trace/calls/read`. */
function foldersAround(file: string): readonly string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}
