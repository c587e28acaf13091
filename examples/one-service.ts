/** Imports tracing alone; the other services stay out of the bundle. */
import { TraceClient } from "@heddle/client/trace";
import { settings } from "./settings.ts";

const root = settings.baseUrl ?? "http://127.0.0.1:4777";
const trace = new TraceClient({ baseUrl: `${root}/traces`, apiKey: settings.apiKey });

const { data, response } = await trace.service.health().withResponse();
console.log(`${response.status}: ${JSON.stringify(data)}`);
