import { dirname } from "node:path";
import type { Context, Location, Rule } from "./redocly-types.ts";

const topLevelKey = /^([A-Za-z]\w*):/gm;

/**
 * Whatever stands in a file of the service is referred to.
 *
 * Redocly's own `no-unused-components` sees only what stands in the entry document. What lies
 * outside its folder is shared, and may be there for another service.
 */
export const definitionIsUsed: Rule = () => {
  const used = new Set<string>();
  const files = new Map<string, Location>();
  return {
    ref: {
      leave(_ref: unknown, _context: Context, resolved: { location?: Location }) {
        if (!resolved.location) return;
        const { source, absolutePointer } = resolved.location;
        const [file = "", pointer = ""] = absolutePointer.split("#/");
        const [key = ""] = pointer.split("/");
        used.add(`${file}#/${key}`);
        files.set(source.absoluteRef, resolved.location);
      },
    },
    Root: {
      leave(_root: unknown, context: Context) {
        const entry = context.location.source.absoluteRef;
        for (const [file, location] of files) {
          if (file === entry || !file.startsWith(`${dirname(entry)}/`)) continue;
          for (const [, key = ""] of location.source.body.matchAll(topLevelKey)) {
            if (used.has(`${file}#/${key}`)) continue;
            context.report({ message: `Nothing refers to ${key} in ${file}.`, location });
          }
        }
      },
    },
  };
};
