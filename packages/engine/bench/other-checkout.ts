import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { bareDecoding } from "./contestants/bare-decoding.ts";
import type { bareTraining } from "./contestants/bare-training.ts";
import type { engineDecoding } from "./contestants/engine-decoding.ts";
import type { engineTraining } from "./contestants/engine-training.ts";

/** The contestants of another checkout of this repository, over that checkout's own sources. */
export interface OtherCheckout {
  readonly bareDecoding: typeof bareDecoding;
  readonly engineDecoding: typeof engineDecoding;
  readonly bareTraining: typeof bareTraining;
  readonly engineTraining: typeof engineTraining;
  /** Its folder of programs that are measured in a process of their own. */
  readonly measured: string;
}

/** Loads the contestants of the checkout in a folder, which `npm run ready` and `npm run build` have prepared. */
export async function openOtherCheckout(folder: string): Promise<OtherCheckout> {
  const bench = resolve(folder, "packages/engine/bench");
  for (const needed of [bench, resolve(folder, "node_modules")])
    if (!existsSync(needed))
      throw new Error(
        `There is no ${needed}. --before takes a checkout of this repository: run npm run ready and npm run build in it.`,
      );
  const contestant = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(bench, "contestants", name)).href);
  return {
    ...((await contestant("bare-decoding.ts")) as Pick<OtherCheckout, "bareDecoding">),
    ...((await contestant("engine-decoding.ts")) as Pick<OtherCheckout, "engineDecoding">),
    ...((await contestant("bare-training.ts")) as Pick<OtherCheckout, "bareTraining">),
    ...((await contestant("engine-training.ts")) as Pick<OtherCheckout, "engineTraining">),
    measured: join(bench, "measured"),
  };
}
