import { EngineError } from "../errors.ts";

/** Failures of a file system that somebody can do something about. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full: free some space, then send the call again",
  EDQUOT: "the disk quota is used up: free some space, then send the call again",
  EFBIG: "the file is larger than the system allows: raise the limit, then send the call again",
  EACCES:
    "permission was denied: let the engine read and write there, or give it another directory",
  EPERM: "permission was denied: let the engine read and write there, or give it another directory",
  EROFS: "the file system is read-only: give the engine a directory it can write to",
  EMFILE: "too many files are open: raise the limit, then send the call again",
  ENFILE: "too many files are open: raise the limit, then send the call again",
  EIO: "the disk failed: check the system's log",
  ENOTDIR: "a part of the path is a file and not a folder: move it, or use another directory",
  EEXIST: "a file is in the way: move it, or use another directory",
  ENOENT: "it does not exist, or another program deleted it",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "the path is too long: give the engine a directory nearer to the root",
};

/** The code of a failure of the file system; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** `unavailable` with a remedy for a failure of the file system; an `EngineError` and what is none of these as it is. */
export function storageError(error: unknown, path: string): unknown {
  const code = systemCode(error);
  const remedy = code === undefined ? undefined : remedies[code];
  if (error instanceof EngineError || remedy === undefined) return error;
  return new EngineError("unavailable", `${path} cannot be used (${code}): ${remedy}`, {
    cause: error,
  });
}
