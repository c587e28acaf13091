/** One generated file. */
export interface GeneratedFile {
  /** Relative to the writer's folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The destination of generated files. Emitters never use the disk themselves. */
export interface Writer {
  write(file: GeneratedFile): void | Promise<void>;
}

/**
 * An output file that cannot be written, read or removed. The message gives the path and the
 * reason.
 */
export class UnwritableFile extends Error {
  constructor(path: string, cause: unknown) {
    const { code } = cause as NodeJS.ErrnoException;
    super(`${path}: cannot be written: ${reasons[code ?? ""] ?? (cause as Error).message}`, {
      cause,
    });
    this.name = "UnwritableFile";
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission is denied",
  EEXIST: "a file stands where a folder is needed",
  EISDIR: "a folder of this name is in its place",
  ENAMETOOLONG: "the name is longer than the disk allows",
  ENOSPC: "the disk is full",
  ENOTDIR: "a file stands where a folder is needed",
  EPERM: "permission is denied",
  EROFS: "the disk is read-only",
};

/** The result of `action`; an error of the disk becomes an `UnwritableFile`. */
export async function onDisk<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
    throw new UnwritableFile(path, error);
  }
}
