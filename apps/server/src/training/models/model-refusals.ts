import { Contradiction, InvalidInput } from "../../refusals/refusal.ts";

/** The name of a new model is taken. */
export class ModelExists extends Contradiction {
  constructor(name: string, project: string) {
    super(
      `Model ${name} already exists in ${project}. Choose another name, or send return_existing: true.`,
    );
  }
}

/** More names than this make a message that nobody reads. */
const mostNamed = 20;
/** A longer name is cut in the message. */
const mostCharacters = 200;

/** Nothing that can be trained has this name. */
export class UnsupportedBaseModel extends InvalidInput {
  /** `supported` are the names of base models. */
  constructor(name: string, supported: readonly string[]) {
    const more = supported.length - mostNamed;
    super(
      `Unsupported base model ${JSON.stringify(name.slice(0, mostCharacters))}. This server trains ` +
        `${supported.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}. ` +
        "HEDDLE_MODELS maps a name onto one of them: HEDDLE_MODELS=NAME=MODEL.",
    );
  }
}
