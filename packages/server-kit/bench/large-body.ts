/**
 * What reading and validating one large body takes: `--body` is a file that holds it, `--operation`
 * the operation of the trace service that it is sent to.
 *
 * `node packages/server-kit/bench/large-body.ts --operation calls.query --body query.json`
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ApiError } from "../src/errors.ts";
import { traceService } from "../src/trace.ts";
import { parseJsonBody } from "../src/read/json-body.ts";
import { compileMarks } from "../src/read/marks.ts";
import { LazySchema } from "../src/validate/schema.ts";

const { values: flags } = parseArgs({
  options: { operation: { type: "string", default: "" }, body: { type: "string", default: "" } },
});

const operation = traceService.operations.find(({ id }) => id === flags.operation);
const content = operation?.body?.content["application/json"];
if (!content?.schema) throw new Error(`${flags.operation} takes no JSON.`);
const mark = compileMarks(content);
const schema = new LazySchema(content.schema);
// Compiled once in a server's life.
schema.check({});

const bytes = readFileSync(flags.body);
const before = process.resourceUsage().maxRSS;
const started = process.cpuUsage();
const outcome = read();
const { user, system } = process.cpuUsage(started);
const peakBytes = (process.resourceUsage().maxRSS - before) * 1024;
console.log(JSON.stringify({ outcome, seconds: (user + system) / 1e6, peakBytes }));

function read(): string {
  try {
    const { value } = parseJsonBody(bytes, mark, { depth: 200, members: 1_000_000 });
    return schema.check(value, true) ? "422" : "fits";
  } catch (error) {
    if (error instanceof ApiError) return String(error.status);
    throw error;
  }
}
