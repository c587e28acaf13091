/** Which part of a list to read. */
export interface Page<Item> {
  /** Begin behind this item. */
  readonly after?: Item | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** A page as clients read it. */
export interface WirePage<Item> {
  object: "list";
  data: Item[];
  first_id: string;
  last_id: string;
  has_more: boolean;
}

/** The page of items that were read with a limit of one more than `limit`, to learn whether there are more. */
export function wirePage<Item extends { readonly id: string }>(
  items: readonly Item[],
  limit: number,
): WirePage<Item> {
  const data = items.slice(0, limit);
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? "",
    last_id: data.at(-1)?.id ?? "",
    has_more: items.length > limit,
  };
}
