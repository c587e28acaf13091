const form = /^[A-Za-z0-9_][\w.:@+/-]{0,199}$/;

/** Ends the sentence "… is no name of a model: ". */
export const modelNameRule: string =
  "it has 1 to 200 letters, digits and . _ - : @ + /, starts with a letter or digit, " +
  "has no empty part and no part . or .. between slashes, and is no wandb-artifact: address, " +
  "which belongs to trained models";

/** Whether a model can have this name; it is a path in `/models/{id}`. */
export function isModelName(name: string): boolean {
  const parts = name.split("/");
  return (
    form.test(name) &&
    !name.startsWith("wandb-artifact:") &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}
