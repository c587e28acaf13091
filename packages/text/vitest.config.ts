import type { ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = {
  test: {
    dir: "src",
    // Only a hang reaches a limit: a busy machine takes many times what a test takes alone.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // V8 ends the process at times when it frees compiled WebAssembly while workers come and go:
    // https://github.com/nodejs/node/issues/64500.
    execArgv: ["--no-wasm-code-gc"],
  },
};

export default config;
