/** A turn of a user, as any client sends it. */
export const user = { role: "user", content: "What is the weather in Bergen?" };

/** Members of a message that have no value, as clients write that send models whole. */
export const unset = { refusal: null, annotations: null, audio: null, function_call: null };

/** A request as clients send JSON. */
export const post = (body: object): RequestInit => ({
  method: "POST",
  headers: { authorization: `Bearer ${"k".repeat(40)}`, "content-type": "application/json" },
  body: JSON.stringify(body),
});
