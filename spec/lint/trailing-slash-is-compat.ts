import type { Context, Operation, Rule } from "./redocly-types.ts";

type PathItem = Readonly<Record<string, Operation | undefined>>;

const methods = ["get", "put", "post", "delete", "patch", "head", "options"] as const;

/** A path ends in a slash only where it is the second spelling of another. */
export const trailingSlashIsCompat: Rule = () => ({
  PathItem(item: PathItem, context: Context) {
    const path = String(context.key);
    if (path === "/" || !path.endsWith("/")) return;
    if (methods.every((method) => !item[method] || Object(item[method]["x-compat"]).of)) return;
    context.report({
      message: `${path} ends in a slash, and is no second spelling: say x-compat, or drop the slash.`,
      location: context.location.key(),
    });
  },
});
