/** Refuses imports that the table of rooms does not allow, and SQL in a file that does not say so. */
import { globSync } from "node:fs";
import { importsOf } from "./rooms/imports.ts";
import { hidesSql } from "./rooms/sql.ts";
import { rooms } from "./rooms/table.ts";

const [root = "apps/server/src"] = process.argv.slice(2);
const names = Object.keys(rooms);

/** The deepest room around a file; undefined for what ties them together. */
function roomOf(file: string): string | undefined {
  return names
    .filter((name) => file.startsWith(`${name}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

const files = globSync("**/*.ts", { cwd: root }).filter(
  (file) => !/\.test(-d)?\.ts$|(?:^|\/)(?:testing|hostile)\//.test(file),
);
const refused = files.toSorted().flatMap((file) => {
  const room = roomOf(file);
  if (room === undefined) return [];
  return importsOf(root, file).flatMap(({ to }) => {
    const other = roomOf(to);
    if (other === room || (other !== undefined && rooms[room]?.includes(other))) return [];
    const allowed = rooms[room]?.join(", ") || "nothing beside itself";
    return [`${root}/${file} imports ${to}. ${room} may import ${allowed} (.ci/rooms/table.ts).`];
  });
});

for (const file of files) {
  if (!hidesSql(root, file)) continue;
  refused.push(`${root}/${file} holds SQL: move it into a file named …-sql.ts, or into store/.`);
}
for (const problem of refused) console.log(problem);
process.exitCode = refused.length === 0 ? 0 : 1;
