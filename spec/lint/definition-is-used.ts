import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Context, Location, Rule } from "./redocly-types.ts";

const topLevelKey = /^([A-Za-z][\w-]*):/gm;

/**
 * The document refers to every definition in the files of its service, and to every path item.
 *
 * Nothing would be generated from the others, and no message would say so: the author of a new
 * operation would see "0 files changed". Redocly's own `no-unused-components` sees only the entry
 * document. Files outside its folder are shared, so another document may use them.
 */
export const definitionIsUsed: Rule = () => {
  const used = new Set<string>();
  const seen = new Map<string, Location>();
  return {
    ref: {
      leave(_ref: unknown, _context: Context, resolved: { location?: Location }) {
        if (!resolved.location) return;
        const { source, absolutePointer } = resolved.location;
        const [file = "", pointer = ""] = absolutePointer.split("#/");
        const [key = ""] = pointer.split("/");
        used.add(`${file}#/${key}`);
        seen.set(source.absoluteRef, resolved.location);
      },
    },
    Root: {
      leave(_root: unknown, context: Context) {
        const entry = context.location.source.absoluteRef;
        for (const name of globSync("**/*.yaml", { cwd: dirname(entry) }).toSorted()) {
          const file = join(dirname(entry), name);
          if (file === entry) continue;
          for (const [, key = ""] of readFileSync(file, "utf8").matchAll(topLevelKey)) {
            if (used.has(`${file}#/${key}`)) continue;
            const location = seen.get(file) ?? context.location;
            context.report({
              message: `${relative(root(entry), file)}: ${unused(name, key)}`,
              location,
            });
          }
        }
      },
    },
  };
};

/** The folder of the repository, for the entry `spec/<service>/openapi.yaml`. */
function root(entry: string): string {
  return dirname(dirname(dirname(entry)));
}

function unused(name: string, key: string): string {
  return /^paths[/\\]/.test(name)
    ? `${key} is in no path of openapi.yaml.`
    : `nothing in the document refers to ${key}.`;
}
