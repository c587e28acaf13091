/** A tool as chat completions spell it. */
export interface Tool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly parameters: {
      readonly type: "object";
      readonly properties: Readonly<Record<string, { readonly type: string }>>;
      readonly required: readonly string[];
    };
  };
}

/** Reads `get_weather(city: string, days?: integer)`; a parameter without a type is a string. */
export function toolOfLine(line: string): Tool {
  const open = line.indexOf("(");
  if (open < 1 || !line.endsWith(")")) throw new Error(`"${line}" is not name(parameters).`);
  const parameters = line
    .slice(open + 1, -1)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [named = "", type = "string"] = part.split(":").map((side) => side.trim());
      return { name: named.replace("?", ""), isRequired: !named.endsWith("?"), type };
    });
  return {
    type: "function",
    function: {
      name: line.slice(0, open).trim(),
      parameters: {
        type: "object",
        properties: Object.fromEntries(parameters.map(({ name, type }) => [name, { type }])),
        required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      },
    },
  };
}
