import type { ViteUserConfig } from "vitest/config";

const minutes = 60_000;

/** Only a hang reaches a limit: a busy machine takes many times what a test takes alone. */
const config: ViteUserConfig = {
  test: {
    dir: "src",
    testTimeout: 4 * minutes,
    hookTimeout: 4 * minutes,
    // Without it, a wait for a condition ends after one second.
    expect: { poll: { timeout: 2 * minutes } },
  },
};

export default config;
