import { InvalidInput } from "../refusals/refusal.ts";

/** A value of the request breaks a rule of the training service, which answers 422. */
export class UnfitRequest extends InvalidInput {}
