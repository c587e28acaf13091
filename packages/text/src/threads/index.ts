export { errorMessage, type ErrorMessage } from "./error-message.ts";
export { startThread, threadFile } from "./start-thread.ts";
