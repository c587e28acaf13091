import { createReadStream } from "node:fs";
import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { JobFailure } from "../jobs/job-work.ts";
import { UnfitRequest } from "../unfit-request.ts";
import { textLines } from "./text-lines.ts";
import type { TrainingDataSource } from "./training-data.ts";

/**
 * Training data in files of this machine, `file:///…`, below the folders that the settings name. Links
 * are followed before the path is compared, so that none leads out of a folder. Without folders every
 * address is refused.
 */
export function fileData(folders: readonly string[]): TrainingDataSource {
  return {
    settle: (url) => {
      if (folders.length === 0) {
        throw new UnfitRequest(
          "This server reads no training data from its own files. HEDDLE_TRAINING_DATA_FOLDERS names " +
            "folders that it may read.",
        );
      }
      pathOf(url);
      return url;
    },
    async *lines(url, signal) {
      const path = await allowedPath(pathOf(url), folders);
      const stream = createReadStream(path, { signal });
      yield* textLines(withWords(stream));
    },
  };
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new UnfitRequest("training_data_url is no address of a file: write file:///path.", {
      cause,
    });
  }
}

async function allowedPath(path: string, folders: readonly string[]): Promise<string> {
  const [real, ...roots] = await Promise.all([path, ...folders].map(realOrNothing));
  const isAllowed = roots.some((root) => root !== undefined && real?.startsWith(root + sep));
  // One answer for both: who sends jobs does not learn which files there are elsewhere.
  if (real === undefined || !isAllowed) {
    throw new JobFailure("The training data is not there, or not below a folder that may be read.");
  }
  return real;
}

async function realOrNothing(path: string): Promise<string | undefined> {
  return await realpath(path).catch(() => undefined);
}

async function* withWords(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    throw new JobFailure("The training data cannot be read: the file does not open.", { cause });
  }
}
