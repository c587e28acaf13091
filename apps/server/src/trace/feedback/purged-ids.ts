import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

const maxIds = requestBounds.listEntries.limit;

/** The query of a purge is not of the only form that a purge may have. */
class OtherPurge extends InvalidInput {
  constructor() {
    super("Feedback is removed by id: query must be $eq of id and a text, or $or of such terms.");
  }
}

/**
 * The ids that a purge names.
 *
 * @throws InvalidInput for a query of another form, and for too many ids.
 */
export function purgedIds(query: { readonly $expr: unknown }): string[] {
  const either = only(query.$expr, "$or");
  if (either === undefined) return [idOf(query.$expr)];
  if (!Array.isArray(either) || either.length === 0) throw new OtherPurge();
  if (either.length > maxIds) {
    throw new InvalidInput(`$or has ${either.length} operands; the limit is ${maxIds}.`);
  }
  return either.map(idOf);
}

function idOf(term: unknown): string {
  const sides = only(term, "$eq");
  if (!Array.isArray(sides) || sides.length !== 2) throw new OtherPurge();
  const [field, literal] = sides as readonly unknown[];
  const id = only(literal, "$literal");
  if (only(field, "$getField") !== "id" || typeof id !== "string") throw new OtherPurge();
  return id;
}

/** The one member of an object, if it has this name. */
function only(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.length === 1 && entries[0]?.[0] === name ? entries[0][1] : undefined;
}
