import { heddleCommand } from "../config/heddle-command.ts";
import { page } from "./html/layout.ts";
import { html } from "./html/markup.ts";

/** The page to which SDKs send a person without a key. It says where keys come from. */
export function welcomePage(): string {
  return page(
    "Your API key",
    html`<h1>Your API key</h1>
      <p>
        Ask the person who runs this server. Its first start printed a key, and keeps it in the file
        <code>api-key</code> of the data folder. <code>${heddleCommand("keys create")}</code> makes
        more.
      </p>
      <p>
        SDKs read the key from <code>WANDB_API_KEY</code>. A browser asks for it as the password,
        with any user name.
      </p>`,
  );
}
