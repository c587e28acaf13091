/** Goes through a list: the next page is fetched when the one before has been read. */
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const heddle = new Heddle(settings);
const modelId = "0198c5e2-7a40-7c11-8d2e-5b3f9a6c0e14";

for await (const point of heddle.training.checkpoints.list(modelId, { limit: 100 })) {
  console.log(`step ${point.step}`);
}

// Or page by page.
const page = await heddle.training.checkpoints.list(modelId);
const next = await page.nextPage();
console.log(`first page: ${page.data.length}, more: ${page.hasMore}, next: ${next?.data.length}`);
