import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository itself. */
export const repository: string = fileURLToPath(new URL("../../../../", import.meta.url));

/** The spec, and everything that is generated from it. */
const folders = [
  "spec",
  "packages/types/src/generated",
  "packages/client/src/generated",
  "packages/server-kit/src/generated",
  "docs/reference",
];

/** A folder in which the generator may run and write, as in the repository. */
export async function treeCopy(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "heddle-tree-"));
  for (const folder of folders) {
    await cp(join(repository, folder), join(root, folder), { recursive: true });
  }
  return root;
}
