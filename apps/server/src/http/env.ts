import type { HttpBindings } from "@hono/node-server";
import type { Account } from "../budgets/account.ts";

/** What the parts of `http/` hand each other on Hono's context. */
export interface HttpEnv {
  /** Node's own request and response; absent in `app.request()`. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** What the request holds of the server's memory. */
    account: Account;
    /** Why the work on this request is stopped, where it is not the client's leaving. */
    abort: AbortController;
  };
}
