import { ConfigError, type Config } from "../config/config.ts";
import { planModels } from "../inference/models/model-plan.ts";
import { readRegisteredModels } from "../inference/models/registered-models.ts";
import { type Finding, note, ok, wrong } from "./check.ts";

const subject = "models";

/** Checks the folders of models, of the settings and of `heddle models`. */
export async function checkModels(config: Config): Promise<readonly Finding[]> {
  const { dataDir, models: entries, engineMemoryBytes: memoryBytes } = config;
  try {
    const registered = await readRegisteredModels(dataDir);
    const { bases, adapters, mapped, unusable } = planModels({ entries, registered, memoryBytes });
    const count = 1 + bases.size + adapters.length + mapped.size;
    return [
      ok(subject, count === 1 ? "the built-in model" : `${count} names of models`),
      // The server starts without a registered model.
      ...unusable.map(({ name, why }) => note(subject, `${name} is not served: ${why}`)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [wrong(subject, error.message)];
  }
}
