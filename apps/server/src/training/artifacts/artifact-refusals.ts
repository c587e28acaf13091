import { Contradiction, Missing } from "../../refusals/refusal.ts";

/** No artifact has this id or address, or it is another entity's: the message does not say which. */
export class ArtifactNotFound extends Missing {
  constructor() {
    super("Artifact not found");
  }
}

/** An artifact has no file with this path, or is not committed yet. */
export class ArtifactFileNotFound extends Missing {
  constructor(path: string) {
    super(`File ${path.slice(0, 200)} not found`);
  }
}

/** A committed artifact never changes. */
export class ArtifactCommitted extends Contradiction {
  constructor() {
    super("The artifact is committed. Create its next version instead.");
  }
}

/** The bytes are not those that the sender announced. */
export class WrongMd5 extends Contradiction {
  constructor(found: string, expected: string) {
    super(
      `The bytes have MD5 ${found}, not the expected ${expected.slice(0, 100)}. Nothing was stored.`,
    );
  }
}
