/** Writes down a call of a function, and reads it back. */
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const { project: project_id, ...connection } = settings;
const heddle = new Heddle(connection);

const { id } = await heddle.trace.calls.start({
  start: {
    project_id,
    op_name: "answer",
    started_at: new Date().toISOString(),
    attributes: {},
    inputs: { question: "How do I change my address?" },
  },
});
await heddle.trace.calls.end({
  end: {
    project_id,
    id,
    ended_at: new Date().toISOString(),
    output: "Open Settings, then Profile.",
    summary: {},
  },
});

const { call } = await heddle.trace.calls.read({ project_id, id });
console.log(`${call?.op_name}: ${JSON.stringify(call?.output)}`);
