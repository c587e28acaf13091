import type { Context, Rule } from "./redocly-types.ts";

type Check = (value: unknown, context: Context) => boolean;

const isTrue: Check = (value) => value === true;
const isText: Check = (value) => typeof value === "string" && value !== "";
/** A list of places, or why there is none; `projects-are-said` says more. */
const isProjects: Check = (value) => typeof value === "object";
/** Of an operation: a reason, or the operation that it is a second spelling of and the reason. */
const isCompat: Check = (value, context) => {
  const { of, why } = Object(value) as { of?: unknown; why?: unknown };
  return isText(value, context) || (isText(of, context) && isText(why, context));
};
const isCount: Check = (value) => Number.isInteger(value) && (value as number) > 0;
const isRefusal: Check = (value) =>
  Number.isInteger(value) && (value as number) >= 400 && (value as number) < 500;
const isOfEvents: Check = (value, context) =>
  isText(value, context) && context.key === "text/event-stream";

const isSpellings: Check = (value) => {
  const { delimiter, names, ...rest } = Object(value) as Record<string, unknown>;
  const isOne =
    delimiter === undefined || (typeof delimiter === "string" && delimiter.length === 1);
  const areNames = names === undefined || (Array.isArray(names) && names.length > 0);
  return Object.keys(rest).length === 0 && isOne && areNames && (delimiter ?? names) !== undefined;
};

/** Every extension there is, by where it stands and what it may say. */
const known: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  Operation: {
    "x-access": isText,
    "x-compat": isCompat,
    "x-idempotent": isTrue,
    "x-project": isProjects,
    "x-unpaged": isText,
  },
  MediaType: { "x-stream-end": isOfEvents },
  // The generator says more.
  Parameter: { "x-also-accepts": isSpellings },
  Schema: {
    "x-compat": isText,
    "x-invalid-status": isRefusal,
    "x-max-operands": isCount,
    "x-open-enum": isTrue,
    "x-raw-json": isTrue,
  },
};

/**
 * An extension is one that something reads, stands where it is read, and says what it can say.
 *
 * Whatever begins with `x-` is allowed by OpenAPI, so a misspelt one would be passed over in
 * silence, and with it what it was to ensure.
 */
export const extensionIsKnown: Rule = () =>
  Object.fromEntries(
    Object.entries(known).map(([type, extensions]) => [
      type,
      (node: Readonly<Record<string, unknown>>, context: Context): void => {
        for (const [name, value] of Object.entries(node)) {
          if (!name.startsWith("x-") || extensions[name]?.(value, context)) continue;
          context.report({
            message: `${name} is none of ours here, or says what it cannot say.`,
            location: context.location.child(name),
          });
        }
      },
    ]),
  );
