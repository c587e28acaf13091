import { requestBounds } from "../../config/request-bounds.ts";
import { UnfitRequest } from "../unfit-request.ts";

/**
 * Checks where a file lies in an artifact: relative, with `/` between its parts, and never out of
 * the artifact, on whatever machine somebody downloads it.
 *
 * @throws UnfitRequest
 */
export function checkArtifactPath(path: string): void {
  const { limit } = requestBounds.artifactPathCharacters;
  if (path.length > limit) {
    throw new UnfitRequest(`A path in an artifact has at most ${limit} characters.`);
  }
  const parts = path.split("/");
  const isInside = parts.every((part) => part !== "" && part !== "." && part !== "..");
  const isPlain = !/[\\\p{Cc}]/u.test(path) && !/^[A-Za-z]:/.test(path) && path.isWellFormed();
  if (isInside && isPlain) return;
  throw new UnfitRequest(
    `${JSON.stringify(path.slice(0, 200))} is no path in an artifact: it must be relative, with / ` +
      "between its parts, and without empty parts, . and .., backslashes, drives and control characters.",
  );
}
