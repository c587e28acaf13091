import type { ProjectName } from "../../access/project-id.ts";
import { page } from "../../http/html/layout.ts";
import { html } from "../../http/html/markup.ts";
import { callUrl } from "./links.ts";
import {
  callLabel,
  callTable,
  duration,
  facts,
  longText,
  opLink,
  projectLink,
  status,
  value,
} from "./parts.ts";
import type { CallLine, CallView } from "./views.ts";

/** The page of a call, with its inputs and its output. */
export function callPage(
  project: ProjectName,
  call: CallView,
  children: readonly CallLine[],
): string {
  return page(
    callLabel(call),
    html`${projectLink(project)}
      <h1>${callLabel(call)}</h1>
      ${facts({
        status: status(call.status),
        exception: call.exception && longText(call.exception),
        op: opLink(call.opName),
        started: call.startedAt,
        ended: call.endedAt,
        took: duration(call.latencyMs),
        call: call.id,
        trace: call.traceId,
        thread: call.threadId,
        "called by":
          call.parentId && html`<a href="${callUrl(project, call.parentId)}">${call.parentId}</a>`,
        user: call.userName,
      })}
      ${value("Inputs", call.inputs)} ${value("Output", call.output)}
      ${
        children.length > 0 &&
        html`<h2>Calls inside</h2>
          ${callTable(project, children)}`
      }
      ${value("Summary", call.summary)} ${value("Attributes", call.attributes)}`,
  );
}
