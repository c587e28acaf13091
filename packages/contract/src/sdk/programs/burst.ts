/** Two thousand calls as fast as they go; ends when the SDK says that all of them are sent. */
import * as weave from "weave";

const [, , project = ""] = process.argv;
const client = await weave.init(project, { printCallLink: false });
const square = weave.op((index: number) => ({ index, square: index * index }), {
  name: "square",
  parameterNames: ["index"],
});

const total = 2_000;
for (let first = 0; first < total; first += 50) {
  await Promise.all(Array.from({ length: 50 }, (_, index) => square(first + index)));
  // Spreads the burst over about ten of the SDK's batches, so that a kill falls between them.
  await new Promise((resume) => setTimeout(resume, 50));
}
await client.waitForBatchProcessing();
process.send?.({ total });
