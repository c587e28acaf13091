import { access, constants, lstat, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The reason why this user cannot use or create a folder, as a sentence; undefined if they can. */
export async function folderProblem(folder: string): Promise<string | undefined> {
  const place = await nearestPlace(folder);
  const start = place === folder ? folder : `${folder} cannot be created: ${place}`;
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return `${start} is a link to a place that does not exist.`;
  if (!found.isDirectory()) return `${start} is not a folder.`;
  try {
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const isReadOnly = (error as NodeJS.ErrnoException).code === "EROFS";
    return isReadOnly
      ? `${start} is on a disk that is mounted read-only.`
      : `${start} is not writable by this user.`;
  }
}

/** The path itself, or the nearest parent of it that exists. */
export async function nearestPlace(path: string): Promise<string> {
  const isThere = await lstat(path).then(
    () => true,
    // Missing, below a file, or below a folder that this user cannot read.
    () => false,
  );
  return isThere || dirname(path) === path ? path : await nearestPlace(dirname(path));
}
