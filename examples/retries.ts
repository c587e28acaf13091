/** Shows what is sent again when something goes wrong on the way, and that it is done once. */
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const keys: (string | null)[] = [];

const heddle = new Heddle({
  ...settings,
  maxRetries: 3,
  // Loses the first answer, as a network may: nobody knows whether the model has been made.
  async fetch(request) {
    keys.push(request.headers.get("idempotency-key"));
    const response = await fetch(request);
    if (keys.length === 1) throw new TypeError("the connection was lost");
    return response;
  },
});

const model = { project: "examples", name: "agent-2", base_model: "OpenPipe/Qwen3-14B-Instruct" };
await heddle.training.models.create(model);
console.log(`attempts: ${keys.length}, one key: ${new Set(keys).size === 1}`);

// A key of your own makes a call repeatable across restarts of the program.
await heddle.training.models.create(model, { idempotencyKey: "agent-2, first try" });
console.log(`own key: ${keys.at(-1)}`);
