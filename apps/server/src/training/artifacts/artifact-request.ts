import { requestBounds, tooManyEntries } from "../../config/request-bounds.ts";
import { OverLimit } from "../../refusals/refusal.ts";
import { latestAlias } from "./artifact.ts";
import { isArtifactName, versionIn } from "./artifact-name.ts";
import { UnfitRequest } from "../unfit-request.ts";

/** A version to begin. */
export interface ArtifactRequest {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  readonly type: string;
  /** The text of a JSON object. */
  readonly metadata: string;
  readonly aliases: readonly string[];
}

/**
 * Checks what the schema of a request does not.
 *
 * @throws UnfitRequest, OverLimit
 */
export function checkArtifactRequest({ name, type, metadata, aliases }: ArtifactRequest): void {
  if (!isArtifactName(name)) throw new UnfitRequest(notAName("name", name));
  if (!isArtifactName(type)) throw new UnfitRequest(notAName("type", type));
  const { limit } = requestBounds.artifactMetadataCharacters;
  if (metadata.length > limit) {
    throw new OverLimit(`The metadata of an artifact has at most ${limit} characters.`);
  }
  checkAliases(aliases);
}

/** @throws UnfitRequest, OverLimit */
export function checkAliases(aliases: readonly string[]): void {
  const problem = tooManyEntries("aliases", aliases.length);
  if (problem !== undefined) throw new OverLimit(problem);
  for (const alias of aliases) {
    if (!isArtifactName(alias)) throw new UnfitRequest(notAName("alias", alias));
    if (versionIn(alias) !== undefined) {
      throw new UnfitRequest(
        `${alias} is no alias: it is the name of a version, which never moves.`,
      );
    }
  }
}

/** The aliases of a request, without the one that every version gets. */
export function ownAliases(aliases: readonly string[]): readonly string[] {
  return [...new Set(aliases)].filter((alias) => alias !== latestAlias);
}

/**
 * Checks that a text is a JSON object.
 *
 * @throws UnfitRequest
 */
export function checkMetadata(text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnfitRequest("The metadata must be the text of a JSON object.");
  }
}

function notAName(what: string, text: string): string {
  return (
    `${JSON.stringify(text.slice(0, 200))} is no ${what} of an artifact: use 1 to 128 letters, ` +
    "digits, dots, underscores and hyphens."
  );
}
