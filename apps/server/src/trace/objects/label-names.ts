import { requestBounds, tooManyEntries } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { isContentHash, isVersion } from "../digests/digest.ts";

const maxTag = requestBounds.tagCharacters.limit;
const maxAlias = requestBounds.aliasCharacters.limit;

/** Each label once. Throws `InvalidInput` for a list that is too long. */
export function distinctLabels(member: "tags" | "aliases", labels: readonly string[]): string[] {
  const problem = tooManyEntries(member, labels.length);
  if (problem !== undefined) throw new InvalidInput(problem);
  return [...new Set(labels)];
}

/** The tags of a request, each once. Throws `InvalidInput` for a text that cannot be a tag. */
export function checkedTags(tags: readonly string[]): string[] {
  const distinct = distinctLabels("tags", tags);
  for (const tag of distinct) {
    if (isShort(tag, maxTag) && /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*$/u.test(tag)) continue;
    throw new InvalidInput(
      `${shown(tag)} cannot be a tag: use 1 to ${maxTag} letters, digits, _ and -, ` +
        "with single spaces between them.",
    );
  }
  return distinct;
}

/** The aliases of a request, each once. Throws `InvalidInput` for a text that cannot be an alias. */
export function checkedAliases(aliases: readonly string[]): string[] {
  const distinct = distinctLabels("aliases", aliases);
  for (const alias of distinct) {
    const rule = brokenRule(alias);
    if (rule !== undefined) throw new InvalidInput(`${shown(alias)} cannot be an alias: ${rule}.`);
  }
  return distinct;
}

function brokenRule(alias: string): string | undefined {
  if (alias === "latest") {
    return "publishing sets latest, and it cannot be set or removed by hand";
  }
  if (isVersion(alias)) return "v with digits names a version by its index";
  if (isContentHash(alias)) return "it has the form of a digest, so it would be read as one";
  if (alias.trim() === "" || !isShort(alias, maxAlias)) {
    return `use 1 to ${maxAlias} characters, and not only spaces`;
  }
  if (/[/:]/.test(alias)) return "it must not contain / or :, because refs do";
  // A store would change these characters, so two aliases would become one.
  if (alias.includes("\0") || !alias.isWellFormed()) {
    return "it has a character that cannot be stored";
  }
  return undefined;
}

/** Whether a text has at most so many characters; those outside the basic plane have two units. */
function isShort(text: string, most: number): boolean {
  return text.length <= 2 * most && Array.from(text).length <= most;
}

function shown(label: string): string {
  return JSON.stringify(label.length > 200 ? `${label.slice(0, 200)}…` : label);
}
