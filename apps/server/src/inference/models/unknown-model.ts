import { Missing } from "../../refusals/refusal.ts";

/** More names than this make a message that nobody reads. */
const mostNamed = 20;
/** A longer name is cut in the message. */
const mostCharacters = 200;

/** No model has this name, or it is another entity's. */
export class UnknownModel extends Missing {
  /** `known` are the names that the sender may use. */
  constructor(name: string, known: readonly string[]) {
    super(
      `There is no model ${JSON.stringify(name.slice(0, mostCharacters))}. ` +
        `There are: ${listed(known)}. HEDDLE_MODELS adds names and folders of models.`,
    );
  }
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
