import { ApiError, serialise } from "@heddle/server-kit";

/** An answer as it goes over the wire, with stored texts spliced in. */
export function answered<T>(value: T): T {
  return JSON.parse(serialise(value)) as T;
}

/** The refusal that something ends with; throws where it is accepted. */
export async function refusal(doing: Promise<unknown>): Promise<ApiError> {
  try {
    await doing;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("It was accepted.");
}
