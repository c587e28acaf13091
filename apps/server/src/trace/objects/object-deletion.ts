import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput, Missing } from "../../refusals/refusal.ts";

/** Throws `InvalidInput` if one deletion names too many versions. */
export function checkDeletion(digests: readonly string[]): void {
  const { limit } = requestBounds.deletedVersions;
  if (digests.length <= limit) return;
  throw new InvalidInput(
    `digests has ${digests.length} entries; the limit is ${limit}. Split the list.`,
  );
}

/** An object has more live versions than one deletion may take. */
export class TooManyVersions extends InvalidInput {
  constructor(objectId: string, count: number) {
    super(
      `${objectId} has ${count} versions, more than one deletion may take: ` +
        "delete them by their digests, in parts.",
    );
  }
}

/** The names of a deletion do not stand for as many live versions. */
export class VersionsMissing extends Missing {
  /** `live` has the digest of each name that means a live version. */
  constructor(objectId: string, names: ReadonlySet<string>, live: ReadonlyMap<string, string>) {
    const missing = [...names].filter((name) => !live.has(name));
    const why =
      missing.length > 0
        ? `has no version ${shown(missing)}`
        : `has one version with several of these names: ${shown(twice(live))}. Name each version once`;
    super(`Object ${objectId.slice(0, 200)} ${why}. Nothing was deleted.`);
  }
}

function twice(live: ReadonlyMap<string, string>): string[] {
  const names = [...live];
  return names.flatMap(([name, digest]) =>
    names.some(([other, its]) => other !== name && its === digest) ? [name] : [],
  );
}

function shown(names: readonly string[]): string {
  const text = names.join(", ");
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
