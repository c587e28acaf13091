import type { ViteUserConfig } from "vitest/config";

/** Suites start servers, compilers and generators: what takes long is a busy machine, no fault. */
const config: ViteUserConfig = {
  test: { dir: "src", testTimeout: 60_000, hookTimeout: 120_000 },
};

export default config;
