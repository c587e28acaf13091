/** What a PEFT folder says of its adapter. */
export const peftConfigName = "adapter_config.json";

/** The matrices of the adapter. */
export const peftWeightsName = "adapter_model.safetensors";

/** The files of a PEFT folder. */
export const peftFileNames: readonly string[] = [peftConfigName, peftWeightsName];
