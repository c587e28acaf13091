/**
 * A request that a domain refuses. A domain knows no HTTP: each subclass says only why, and
 * `http/errors.ts` and the services give it a status. The message is for the client: it says what
 * was wrong and what to do, and quotes no other request.
 */
export abstract class Refusal extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** A value of the request breaks a rule. */
export class InvalidInput extends Refusal {}

/** The request names something that does not exist, or that the client may not see. */
export class Missing extends Refusal {}

/** The request contradicts the stored data, or the client's own expectation of it. */
export class Contradiction extends Refusal {}

/** The request, or one value in it, is larger than a limit. */
export class OverLimit extends Refusal {}

/** The client may see the project, but its role does not allow this. */
export class Denied extends Refusal {}
