import type { ContentSpec, Framing, OperationSpec, StatusKey } from "../operation.ts";

/** One media type of a documented response. */
export interface Documented {
  readonly mediaType: string;
  readonly content: ContentSpec;
}

/**
 * The content that an operation documents for a status: under the status itself, else under its
 * class (`4XX`), else under `default`.
 */
export function documentedAt(
  { responses }: OperationSpec,
  status: number,
): Readonly<Record<string, ContentSpec>> | undefined {
  const ofClass = `${Math.floor(status / 100)}XX` as StatusKey;
  return responses[status] ?? responses[ofClass] ?? responses.default;
}

/** The first documented content of a status with one of these framings; the order is preference. */
export function documentedContent(
  operation: OperationSpec,
  status: number,
  framings: readonly Framing[],
): Documented | undefined {
  const contents = documentedAt(operation, status);
  if (!contents) return undefined;
  for (const framing of framings) {
    for (const mediaType in contents) {
      const content = contents[mediaType] as ContentSpec;
      if (content.framing === framing) return { mediaType, content };
    }
  }
  return undefined;
}
