import type { Item } from "../item.ts";
import { checkpointItems } from "./checkpoints.ts";
import { forwardItems } from "./forward.ts";
import { gradientItems } from "./gradients.ts";
import { isolationItems } from "./isolation.ts";
import { jobItems } from "./jobs.ts";
import { lossItems } from "./losses.ts";
import { openingItems } from "./opening.ts";
import { optimizerItems } from "./optimizer.ts";
import { refusalItems } from "./refusals.ts";
import { samplerItems } from "./samplers.ts";
import { samplingItems } from "./sampling.ts";
import { tinkerItems } from "./tinker.ts";
import { upstreamItems } from "./upstream.ts";

/** All 49 items, by number. */
export const conformanceItems: readonly Item[] = [
  ...openingItems,
  ...forwardItems,
  ...gradientItems,
  ...lossItems,
  ...optimizerItems,
  ...checkpointItems,
  ...samplerItems,
  ...samplingItems,
  ...refusalItems,
  ...isolationItems,
  ...jobItems,
  ...tinkerItems,
  ...upstreamItems,
].toSorted((one, other) => one.number - other.number);
