/** The files of a PEFT folder. */
export const peftFileNames = ["adapter_config.json", "adapter_model.safetensors"] as const;
