/** Takes errors as values: no throw, no try. */
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const heddle = new Heddle(settings);
const { data, error, response } = await heddle.training.models
  .create({ project: "examples", name: "agent-1", base_model: "OpenPipe/Qwen3-14B-Instruct" })
  .result();

if (error) console.log(`no model: ${error.message}`);
else console.log(`model ${data.name}, status ${response.status}`);
