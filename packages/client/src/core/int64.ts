/**
 * A value whose members at `Place` also take `bigint`: integers of 64 bits, which a `number` cannot
 * always hold. Places are JSON pointers with `*` for every item of an array: `/seed`, `/rows/*`.
 */
export type WithInt64<T, Place extends string> = [Place] extends [never]
  ? T
  : T extends readonly (infer Item)[]
    ? readonly At<Item, "*", Place>[]
    : T extends object
      ? { [Member in keyof T]: At<T[Member], Member & string, Place> }
      : T;

type At<T, Name extends string, Place extends string> =
  | WithInt64<T, Below<Place, Name>>
  | (`/${Name}` extends Place ? bigint : never);

type Below<Place extends string, Name extends string> = Place extends `/${Name}/${infer Rest}`
  ? `/${Rest}`
  : never;
