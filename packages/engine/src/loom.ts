import { fileURLToPath } from "node:url";

/** Id of the built-in model: a test model, for what its card in `loomFolder` says and nothing else. */
export const loomModelId = "heddle/loom";

/** Its folder in the Hugging Face layout, in the package. The path is the same from `src` and from `dist`. */
export const loomFolder: string = fileURLToPath(new URL("../models/loom", import.meta.url));
