/** Where the examples find a server, and what they call their project there. */
export const settings = {
  // `undefined` is a server on this machine: http://127.0.0.1:4777.
  baseUrl: process.env["HEDDLE_BASE_URL"],
  // Printed by the server when it first starts, and kept in .heddle/api-key.
  apiKey: process.env["HEDDLE_API_KEY"],
  project: process.env["HEDDLE_PROJECT"] ?? "local/examples",
};
