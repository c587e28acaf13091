import { PayloadValue } from "./payload-value.ts";

/** A value that there may be several of, as a query sees it. */
export class SeveralValues extends PayloadValue {
  readonly values: readonly PayloadValue[];

  constructor(values: readonly PayloadValue[]) {
    super(values[0]?.json, [], false);
    this.values = values;
  }

  override get exists(): boolean {
    return this.values.length > 0;
  }

  override get size(): number {
    return this.values.length;
  }
}
