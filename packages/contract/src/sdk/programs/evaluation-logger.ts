/** Logs twenty predictions with two scores each, half of them without waiting. */
import * as weave from "weave";

const [, , project = ""] = process.argv;
const client = await weave.init(project);

const logger = new weave.EvaluationLogger({
  name: "logged",
  dataset: "words",
  model: { name: "shouter" },
});
for (let index = 0; index < 20; index += 1) {
  const inputs = { index, word: `word ${index}` };
  const output = `WORD ${index}`;
  const [fair, share] = [index % 4 !== 0, index / 20];
  if (index % 2 === 0) {
    const prediction = await logger.logPredictionAsync(inputs, output);
    await prediction.logScore("fair", fair);
    await prediction.logScore("share", share);
    await prediction.finish();
  } else {
    const prediction = logger.logPrediction(inputs, output);
    void prediction.logScore("fair", fair);
    void prediction.logScore("share", share);
    void prediction.finish();
  }
}
await logger.logSummary();
await client.waitForBatchProcessing();
process.send?.({ done: true });
