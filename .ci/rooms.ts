/**
 * Refuses imports that the table of rooms does not allow, SQL in a file whose name does not say so,
 * and HTTP errors below the handlers.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { httpClasses, strayHttp } from "./rooms/http.ts";
import { importsOf } from "./rooms/imports.ts";
import { hidesSql } from "./rooms/sql.ts";
import { rooms } from "./rooms/table.ts";

const [root = "apps/server/src"] = process.argv.slice(2);
const names = Object.keys(rooms);
const classes = httpClasses(
  readFileSync(join(import.meta.dirname, "../packages/server-kit/src/errors.ts"), "utf8"),
);

/** The deepest room around a file; undefined for files that tie the rooms together. */
function roomOf(file: string): string | undefined {
  return names
    .filter((name) => file.startsWith(`${name}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

const files = globSync("**/*.ts", { cwd: root }).filter(
  (file) => !/\.test(-d)?\.ts$|(?:^|\/)(?:testing|hostile)\//.test(file),
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
  const room = roomOf(file);
  if (room === undefined) return [];
  const own = rooms[room] ?? [];
  const allowed = own.join(", ") || "nothing beside itself";
  return importsOf(file, text)
    .filter((to) => {
      const other = roomOf(to);
      return other !== room && (other === undefined || !own.includes(other));
    })
    .map(
      (to) => `${root}/${file} imports ${to}. ${room} may import ${allowed} (.ci/rooms/table.ts).`,
    );
}

for (const problem of refused) console.log(problem);
process.exitCode = refused.length === 0 ? 0 : 1;
