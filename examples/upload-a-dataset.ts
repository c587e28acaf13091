/** Uploads files to train on, from memory in one request and from a stream in another. */
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const heddle = new Heddle(settings);
const lines = '{"messages":[{"role":"user","content":"Hi"}]}\n';

const whole = await heddle.training.artifacts.upload({
  project: "examples",
  name: "conversations",
  files: [new File([lines], "train.jsonl"), new File([lines], "test.jsonl")],
});
console.log(`uploaded: ${whole.name}`);

// A stream is sent once: it cannot be repeated, so a failure is the program's to deal with.
const stream = new Blob([lines]).stream();
const stored = await heddle.training.artifacts.putFile(whole.id, "train.jsonl", stream);
console.log(`put: ${typeof stored.size}`);
