/** Uses openapi-fetch with the types of the spec, and nothing else of Heddle. */
import type { paths } from "@heddle/types/trace";
import createClient from "openapi-fetch";
import { settings } from "./settings.ts";

const { baseUrl = "http://127.0.0.1:4777", apiKey = "", project } = settings;
const trace = createClient<paths>({
  baseUrl: `${baseUrl}/traces`,
  headers: { Authorization: `Bearer ${apiKey}` },
});
const { data } = await trace.POST("/calls/query_stats", { body: { project_id: project } });
console.log(`counted: ${typeof data?.count}`);
const { error } = await trace.POST("/calls/query_stats", { body: { project_id: "elsewhere/x" } });
console.log(`refused: ${error && "reason" in error ? error.reason : "no"}`);
