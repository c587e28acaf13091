import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, Rule } from "./redocly-types.ts";

const topLevelKey = /^([A-Za-z]\w*):/gm;

/**
 * Whatever stands in a shared file is referred to by some document.
 *
 * A rule sees one document, and what that one leaves unused another may need: so the files of all
 * services are searched for the text of a reference.
 */
export const sharedDefinitionIsUsed: Rule = () => ({
  Root: {
    leave(_root: unknown, context: Context) {
      const spec = dirname(dirname(context.location.source.absoluteRef));
      const shared = join(spec, "common");
      if (!existsSync(shared)) return;
      const texts = globSync("*/**/*.yaml", {
        cwd: spec,
        exclude: (path) => path === "released",
      }).map((path) => ({ path: join(spec, path), text: readFileSync(join(spec, path), "utf8") }));
      for (const { path, text } of texts.filter((one) => one.path.startsWith(shared))) {
        for (const [, key = ""] of text.matchAll(topLevelKey)) {
          const fromWithin = new RegExp(`["']#/${key}["']`);
          const fromElsewhere = new RegExp(
            `[ /"']${basename(path).replace(".", "\\.")}#/${key}\\b`,
          );
          const isUsed = texts.some((other) =>
            other.path === path ? fromWithin.test(other.text) : fromElsewhere.test(other.text),
          );
          if (isUsed) continue;
          const message = `No document refers to ${key} in ${path}.`;
          context.report({ message, location: context.location });
        }
      }
    },
  },
});
