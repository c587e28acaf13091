/** Names of the rows that a client asks the server to log (`metric_logging`) begin with this. */
export const loggedSection = "sft/";
