/** Uses the Node SDK as a user does on the first day; reports the refs and ids that it got. */
import * as weave from "weave";

const [, , project = ""] = process.argv;
const client = await weave.init(project);

const add = weave.op(function add(a: number, b: number): number {
  return a + b;
});
const addTwice = weave.op(async function addTwice(a: number, b: number): Promise<number> {
  return (await add(a, b)) + (await add(b, a));
});
const refuse = weave.op(async function refuse(reason: string): Promise<string> {
  throw new Error(`refused: ${reason}`);
});
const spell = weave.op(
  async function* spell(word: string): AsyncGenerator<string> {
    for (const letter of word) yield letter;
  },
  {
    streamReducer: {
      initialStateFn: () => [] as string[],
      reduceFn: (letters: string[], letter: string) => [...letters, letter],
      finalizeFn: () => {},
    },
  },
);
const named = weave.op((city: string) => `weather in ${city}`, {
  name: "forecast",
  callDisplayName: (city: string) => `forecast for ${city}`,
});
const look = weave.op((image: weave.WeaveImage) => image, { name: "look" });
const usage = weave.op(() => "spent", {
  name: "spend",
  summarize: () => ({ usage: { "loom-1": { requests: 1, prompt_tokens: 7, total_tokens: 9 } } }),
});

const sum = await addTwice(2, 3);
const odd = await weave.withAttributes({ request: "r-1", nested: { deep: [1, 2.5] } }, () =>
  add(0.1, 0.2),
);
const failure = await refuse("on purpose").catch((error: Error) => error.message);
const letters: string[] = [];
for await (const letter of await spell("loom")) letters.push(letter);
await named("Ghent");
await Promise.all(Array.from({ length: 20 }, (_, index) => add(index, 1_000)));
// The smallest PNG there is: one transparent pixel.
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
await look(weave.weaveImage({ data: pixel }));
await usage();

const greeting = await client.publish({ hello: "world", list: [1, 2.5, null] }, "greeting");
const again = await client.publish({ hello: "world", list: [1, 2.5, null] }, "greeting");
const changed = await client.publish({ hello: "moon", list: [] }, "greeting");
const rows = Array.from({ length: 1_000 }, (_, index) => ({
  id: `row-${index}`,
  question: `what is ${index} + ${index}?`,
  answer: index * 2,
}));
const dataset = new weave.Dataset({ name: "sums", description: "small sums", rows });
const datasetRef = await dataset.save();
const holder = await client.publish({ uses: dataset, note: "holds a ref" }, "holder");

await client.waitForBatchProcessing();

const read: { length: number; getRow(index: number): unknown } = await client.get(datasetRef);
const calls = await client.getCalls({}, false, 1_000);

process.send?.({
  sum,
  odd,
  failure,
  letters,
  greeting: greeting.uri(),
  again: again.uri(),
  changed: changed.uri(),
  dataset: datasetRef.uri(),
  holder: holder.uri(),
  greetingRead: await client.get(greeting),
  rowsRead: Array.from({ length: read.length }, (_, index) => read.getRow(index)),
  callsRead: calls.map(({ id, op_name }) => ({ id, op_name })),
});
