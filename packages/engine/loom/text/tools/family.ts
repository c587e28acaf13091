import type { ParameterType, ToolDefinition } from "../exchange.ts";
import type { Random } from "../random.ts";
import { valueKinds, type KindName, type ValueKind } from "./values.ts";

/** A wording with the places that it fills. */
export interface Wording {
  readonly template: string;
  readonly slots: readonly string[];
}

/** A place in the wordings of a family, which is a parameter of its tool. */
export interface Slot {
  readonly key: string;
  readonly kind: KindName;
  readonly names: readonly string[];
  readonly isOptional: boolean;
}

/** Tools that do the same under many names, with what people type to have it done. */
export interface Family {
  /** What it is about; two families with one subject are never offered together. */
  readonly about: string;
  readonly names: readonly string[];
  readonly slots: readonly Slot[];
  readonly wordings: readonly Wording[];
  /** Whether a wording reads well with several objects in the place of its first slot. */
  readonly takesLists: boolean;
  /** What the tool gives back, key by key; anything where it is empty. */
  readonly gives: readonly (readonly [key: string, kind: KindName])[];
}

/** How a family is written down. */
export interface FamilyText {
  /** Tool names in snake_case, with spaces between them. */
  readonly names: string;
  /** `"day?": "day day|date"`: place (optional with `?`), kind of value, parameter names. */
  readonly slots?: Readonly<Record<string, string>>;
  /**
   * A wording a line. `(a|b)` is a choice. A line with `?` at the end is a question, one that begins with `~` stands as
   * it is, any other is a command that may get a politeness.
   */
  readonly says: string;
  readonly takesLists?: boolean;
  /** `temp=degrees sky=sky`. */
  readonly gives?: string;
}

/** A family from its text. Throws when a wording lacks a needed place or names one that is not there. */
export function family(about: string, text: FamilyText): Family {
  const slots = Object.entries(text.slots ?? {}).map(([spelled, description]): Slot => {
    const [kind, names] = description.split(" ");
    if (kind === undefined || names === undefined || !(kind in valueKinds))
      throw new RangeError(`${about}: "${description}" is no place.`);
    return {
      key: spelled.replace("?", ""),
      kind: kind as KindName,
      names: names.split("|"),
      isOptional: spelled.endsWith("?"),
    };
  });
  const wordings = text.says
    .trim()
    .split(/\n/)
    .map((line) => ({
      template: line.trim(),
      slots: [...line.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => key),
    }));
  for (const { template, slots: used } of wordings) {
    const isWhole =
      slots.every(({ key, isOptional }) => isOptional || used.includes(key)) &&
      used.every((key) => slots.some((slot) => slot.key === key));
    if (!isWhole) throw new RangeError(`${about}: "${template}" has not the places of its family.`);
  }
  return {
    about,
    names: text.names.split(" "),
    slots,
    wordings,
    takesLists: text.takesLists ?? false,
    gives: (text.gives ?? "")
      .split(" ")
      .filter((entry) => entry !== "")
      .map((entry) => entry.split("=") as [string, KindName]),
  };
}

/** A place as a tool spells it. */
export interface Parameter {
  readonly slot: Slot;
  readonly name: string;
  readonly type: ParameterType;
  readonly isRequired: boolean;
}

/** A tool of a family, in one spelling. */
export interface SpelledTool {
  readonly family: Family;
  readonly parameters: readonly Parameter[];
  readonly wordings: readonly Wording[];
  readonly definition: ToolDefinition;
}

/** A definition as chat completions spell it. */
export function definitionOf(
  name: string,
  parameters: readonly Pick<Parameter, "name" | "type" | "isRequired">[],
): ToolDefinition {
  return {
    type: "function",
    function: {
      name,
      description: "",
      parameters: {
        type: "object",
        properties: Object.fromEntries(parameters.map(({ name: key, type }) => [key, { type }])),
        required: parameters.filter(({ isRequired }) => isRequired).map(({ name: key }) => key),
      },
    },
  };
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `get_weather` as it is, as `getWeather` or as `get-weather`. */
export function nameSpelling(random: Random): (name: string) => string {
  const kind = random.next();
  if (kind < 0.8) return (name) => name;
  return kind < 0.95 ? camelCase : (name) => name.replaceAll("_", "-");
}

function fitting(wordings: readonly Wording[], parameters: readonly Parameter[]): Wording[] {
  return wordings.filter(
    ({ slots }) =>
      slots.every((key) => parameters.some(({ slot }) => slot.key === key)) &&
      parameters.every(({ slot, isRequired }) => !isRequired || slots.includes(slot.key)),
  );
}

function parametersOf(
  random: Random,
  of: Family,
  spell: (name: string) => string,
  isWhole = false,
): Parameter[] {
  const parameters: Parameter[] = [];
  for (const slot of of.slots) {
    const fate = slot.isOptional ? random.next() : 0;
    if (fate > 0.65 && !isWhole) continue;
    const kind: ValueKind = valueKinds[slot.kind];
    const drawn = spell(random.pick(slot.names)).replaceAll("-", "_");
    parameters.push({
      slot,
      name: parameters.some(({ name }) => name === drawn) ? `${drawn}_${slot.key}` : drawn,
      type: random.pick(kind.types),
      isRequired: !slot.isOptional || fate < 0.15,
    });
  }
  return random.chance(0.2) ? parameters.toReversed() : parameters;
}

/** A tool of the family: which name it has, which parameters and which of them must be given. */
export function spelled(random: Random, of: Family): SpelledTool {
  const spell = nameSpelling(random);
  let parameters = parametersOf(random, of, spell);
  let wordings = fitting(of.wordings, parameters);
  if (wordings.length < 3) {
    parameters = parametersOf(random, of, spell, true).map((parameter) => ({
      ...parameter,
      isRequired: !parameter.slot.isOptional,
    }));
    wordings = fitting(of.wordings, parameters);
  }
  const definition = definitionOf(spell(random.pick(of.names)), parameters);
  return { family: of, parameters, wordings, definition };
}
