/** Evaluates a model over twenty rows with two scorers, as a user does; reports the summary. */
import * as weave from "weave";

interface Row {
  readonly id: string;
  readonly left: number;
  readonly right: number;
}

const [, , project = ""] = process.argv;
const client = await weave.init(project);

const rows: Row[] = Array.from({ length: 20 }, (_, left) => ({
  id: `row-${left}`,
  left,
  right: left % 4,
}));
const dataset = new weave.Dataset({ name: "sums", rows });
// Every fourth sum is one too high.
const model = weave.op(
  async ({ datasetRow }: { datasetRow: Row }) =>
    datasetRow.left + datasetRow.right + (datasetRow.right === 3 ? 1 : 0),
  { name: "add" },
);
const exact = weave.op(
  ({ datasetRow, modelOutput }: { datasetRow: Row; modelOutput: number }) =>
    modelOutput === datasetRow.left + datasetRow.right,
  { name: "exact" },
);
const distance = weave.op(
  ({ datasetRow, modelOutput }: { datasetRow: Row; modelOutput: number }) => ({
    off: Math.abs(modelOutput - datasetRow.left - datasetRow.right),
    near: true,
  }),
  { name: "distance" },
);

const evaluation = new weave.Evaluation({ name: "sums-test", dataset, scorers: [exact, distance] });
const summary = await evaluation.evaluate({ model });
await client.waitForBatchProcessing();
process.send?.({ summary });
