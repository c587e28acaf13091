import { Missing } from "../refusals/refusal.ts";

/** No model has this id, or it is another entity's: the message does not say which. */
export class ModelNotFound extends Missing {
  constructor() {
    super("Model not found");
  }
}
