/**
 * Refuses imports that the table of rooms does not allow, folders that it does not know, SQL in a file whose name does not say so,
 * and HTTP errors below the handlers.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { httpClasses, strayHttp } from "./rooms/http.ts";
import { importsOf } from "./rooms/imports.ts";
import { folderWithoutRow, namedFolders, roomOf, rowOf } from "./rooms/rows.ts";
import { hidesSql } from "./rooms/sql.ts";
import { rooms } from "./rooms/table.ts";

const [root = "apps/server/src"] = process.argv.slice(2);
const classes = httpClasses(
  readFileSync(join(import.meta.dirname, "../packages/server-kit/src/errors.ts"), "utf8"),
);

const files = globSync("**/*.ts", { cwd: root }).filter(
  (file) => !/\.test(-d)?\.ts$|(?:^|\/)(?:testing|hostile)\//.test(file),
);
const missing = namedFolders(rooms)
  .filter((folder) => !existsSync(join(root, folder)))
  .map((folder) => `${root}/${folder} does not exist. Take it out of .ci/rooms/table.ts.`);
const rowless = new Set(files.toSorted().flatMap((file) => folderWithoutRow(file, rooms) ?? []));
const unknown = [...rowless].map(
  (folder) =>
    `${folder} has no row. Add one to .ci/rooms/table.ts, with the folders that it may import.`,
);
const refused = files.toSorted().flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const sql = `${root}/${file} holds SQL: move it into a file named …-sql.ts, or into store/.`;
  const http = strayHttp(file, text, classes).map(
    (name) =>
      `${root}/${file} imports ${name}. Throw a refusal (refusals/refusal.ts): the service gives it a status.`,
  );
  return [...wrongImports(file, text), ...(hidesSql(file, text) ? [sql] : []), ...http];
});

function wrongImports(file: string, text: string): readonly string[] {
  const room = roomOf(file, rooms);
  const row = room === undefined ? "everything" : (rowOf(room, rooms) ?? []);
  if (row === "everything") return [];
  const allowed = row.join(", ") || "nothing beside itself";
  return importsOf(file, text)
    .filter((to) => !rowless.has(folderWithoutRow(to, rooms) ?? ""))
    .filter((to) => {
      const other = roomOf(to, rooms);
      return other !== room && (other === undefined || !row.includes(other));
    })
    .map(
      (to) => `${root}/${file} imports ${to}. ${room} may import ${allowed} (.ci/rooms/table.ts).`,
    );
}

const problems = [...missing, ...unknown, ...refused];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
