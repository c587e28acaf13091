import {
  callRequests,
  columnRequests,
  filterRequests,
  orderRequests,
  pageRequests,
  queryRequests,
} from "./call-requests.ts";
import { contentRequests } from "./content-requests.ts";
import { feedbackRequests } from "./feedback-requests.ts";
import type { Filled } from "./fill.ts";
import type { RecordedRequest } from "./recorded-folder.ts";

/** Every read of a folder that is recorded. */
export function requestsOf({ main, other, many, foreign }: Filled): readonly RecordedRequest[] {
  const contents = [main, other].flatMap((project) =>
    project.contents ? contentRequests(project.project_id, project.contents) : [],
  );
  const projects = [main, other, many, foreign].map(({ project_id }) => project_id);
  const infos = { path: "/service/projects_info", body: { project_ids: projects } };
  return [
    ...callRequests(main),
    ...callRequests(other),
    ...columnRequests(main.project_id),
    ...contents,
    ...feedbackRequests(main.project_id),
    ...orderRequests(main.project_id),
    ...queryRequests(main.project_id),
    ...[main, many].flatMap(({ project_id }) => [
      ...pageRequests(project_id),
      ...filterRequests(project_id),
    ]),
    { path: "/calls/stream_query", body: { project_id: many.project_id, offset: 700, limit: 10 } },
    ...callRequests(foreign).map((request) => ({ ...request, key: "globex" as const })),
    { path: "/calls/query_stats", body: { project_id: main.project_id }, key: "ada" },
    infos,
    { ...infos, key: "globex" },
  ];
}
