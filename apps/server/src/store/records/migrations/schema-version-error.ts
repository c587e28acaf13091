/** The schema of the records is not the one of this release. */
export class SchemaVersionError extends Error {
  readonly found: number;
  readonly known: number;

  constructor(found: number, known: number) {
    super(
      found > known
        ? `The records were written by a newer release: their schema has version ${found}, ` +
            `this release knows versions up to ${known}. Start the newer release, or restore ` +
            "a copy of the data folder from before the upgrade."
        : `The schema of the records has version ${found}, this release needs ${known}. ` +
            "Start the server of this release once: it upgrades them.",
    );
    this.name = "SchemaVersionError";
    this.found = found;
    this.known = known;
  }
}
