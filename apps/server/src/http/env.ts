import type { HttpBindings } from "@hono/node-server";
import type { Account } from "../budgets/account.ts";

/** The values that the parts of `http/` share on Hono's context. */
export interface HttpEnv {
  /** Node's own request and response; absent in `app.request()`. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Counts the memory that the request holds. */
    account: Account;
    /** Stops the work on this request for reasons other than a client that leaves. */
    abort: AbortController;
  };
}
