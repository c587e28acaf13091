import type { ServerAddress } from "../server-address.ts";

/** How much of a model a server has loaded, from 0 to 1; undefined where it does not say. */
export async function loadedShare(
  { url, key }: ServerAddress,
  model: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/metrics`, { headers, signal }).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  const start = `heddle_model_loaded_share{model=${JSON.stringify(model)}} `;
  const line = (await response.text()).split("\n").find((one) => one.startsWith(start));
  return line === undefined ? undefined : Number(line.slice(start.length));
}
