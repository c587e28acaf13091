import { heddleCommand } from "../config/heddle-command.ts";
import { page } from "./html/layout.ts";
import { html } from "./html/markup.ts";

/** What SDKs send a person to who has no key yet: where keys come from. */
export function welcomePage(): string {
  return page(
    "Your API key",
    html`<h1>Your API key</h1>
      <p>
        Whoever runs this server has it: its first start printed a key, and keeps it in the file
        <code>api-key</code> of the data folder. <code>${heddleCommand("keys create")}</code> makes
        more.
      </p>
      <p>
        SDKs take it from <code>WANDB_API_KEY</code>; a browser asks for it as a password, under any
        user name.
      </p>`,
  );
}
