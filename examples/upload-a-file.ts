/** Sends bytes and reads them back: from a blob, a file, a buffer or a stream. */
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const { project: project_id, ...connection } = settings;
const heddle = new Heddle(connection);

const file = new File(["a picture, say"], "picture.txt", { type: "text/plain" });
const { digest } = await heddle.trace.files.create({ project_id, file });
const bytes = await heddle.trace.files.create({ project_id, file: await file.arrayBuffer() });
console.log(`the same bytes, the same digest: ${digest === bytes.digest}`);

const content = await heddle.trace.files.content({ project_id, digest });
console.log(`in memory: ${await content.text()}`);

// A download of any size, a piece at a time.
const response = await heddle.trace.files.content({ project_id, digest }).asResponse();
let size = 0;
for await (const piece of response.body ?? []) size += piece.length;
console.log(`as a stream: ${size} bytes`);
