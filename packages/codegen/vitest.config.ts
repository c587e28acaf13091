import type { ViteUserConfig } from "vitest/config";

/**
 * Only a test that hangs reaches a limit: a busy machine takes many times longer than a free one.
 */
const config: ViteUserConfig = {
  test: { dir: "src", testTimeout: 240_000, hookTimeout: 240_000 },
};

export default config;
