import type { ViteUserConfig } from "vitest/config";

/** Only a hang reaches a limit: a busy machine takes many times what a test takes alone. */
const config: ViteUserConfig = {
  test: { dir: "src", testTimeout: 240_000, hookTimeout: 240_000 },
};

export default config;
