/** How tables call the shapes of `packages/engine/bench/models/shapes.ts`. */
export const engineModelNames = {
  builtIn: "built-in",
  tiny: "4 layers",
  medium: "135 million",
} as const;
