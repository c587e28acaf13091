import { InvalidInput } from "../../refusals/refusal.ts";

/** A filter, an order or a list of columns names a field that cannot be used there. */
export class FieldNotAllowed extends InvalidInput {
  constructor(path: string) {
    super(`Field ${path.length > 200 ? `${path.slice(0, 200)}…` : path} is not allowed`);
  }
}
