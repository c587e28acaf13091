import type { GenerationDefaults } from "@heddle/engine";
import type { TriedModel } from "../inference/models/tried-model.ts";
import { sizeText } from "../inference/models/memory-text.ts";
import type { ModelPlan } from "../inference/models/model-plan.ts";

const families = { llama: "Llama", qwen2: "Qwen2", qwen3: "Qwen3" } as const;

/** What `heddle models add` prints of a model that it has checked. */
export function modelReport(
  { bases, adapters }: ModelPlan,
  name: string,
  { showsTools }: TriedModel,
  memoryBytes: number,
): readonly string[] {
  const tools = showsTools
    ? "chat, and its template shows tools"
    : "chat; its template shows no tools, so requests with tools get none called";
  const adapter = adapters.find((one) => one.name === name);
  if (adapter !== undefined) {
    return [
      `${name}: an adapter of ${adapter.base}; its tensors fit`,
      `  supports   ${tools}`,
      "  sampling   as trained models: temperature 1 unless a request says otherwise",
    ];
  }
  const base = bases.get(name);
  if (base === undefined) return [];
  const { model, footprint } = base;
  const { parameters, leastBytes, bytesPerToken } = footprint;
  return [
    `${name}: ${families[model.shape.family]}, ${millions(parameters)} parameters`,
    `  supports   ${tools}`,
    `  context    ${model.shape.contextTokens} tokens`,
    `  memory     ${sizeText(leastBytes)} or more, of the ${sizeText(memoryBytes)} that the engine has;`,
    `             ${sizeText(bytesPerToken * 1000)} for each 1,000 tokens of open conversations`,
    `  sampling   ${defaults(model.generationDefaults)} unless a request says otherwise`,
  ];
}

function millions(count: number): string {
  return count >= 1e6 ? `${(count / 1e6).toFixed(0)} million` : String(count);
}

/** The members of a request, by the engine's names for them. */
const members: Readonly<Record<keyof GenerationDefaults, string>> = {
  temperature: "temperature",
  topP: "top_p",
  topK: "top_k",
  minP: "min_p",
  repetitionPenalty: "repetition_penalty",
  maxTokens: "max_tokens",
};

function defaults(values: GenerationDefaults): string {
  const given = Object.entries({ temperature: 1, ...values });
  return given
    .map(([name, value]) => `${members[name as keyof GenerationDefaults]} ${value}`)
    .join(", ");
}
