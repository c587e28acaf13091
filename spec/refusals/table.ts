import type { Facts } from "./facts.ts";

/** A refusal that follows from the facts of an operation. */
export interface Refusal {
  readonly status: number;
  /** The shared response that `npm run spec:fix` writes. */
  readonly response: string;
  readonly follows: (facts: Facts) => boolean;
  /** Other shared responses that may stand in its place: the name, and the reason. */
  readonly or?: Readonly<Record<string, string>>;
}

/** How one service refuses, or a part of it. */
export interface Refusals {
  /** Beside the operation's own folder: `../responses.yaml`. */
  readonly file: string;
  readonly of: (facts: Facts) => boolean;
  readonly rows: readonly Refusal[];
}

const always = (): boolean => true;
const needsKey = ({ access }: Facts): boolean => access !== "public";
const writes = ({ access }: Facts): boolean => access === "write" || access === "admin";
const hasBody = (facts: Facts): boolean => facts.hasBody;
const canBeInvalid = (facts: Facts): boolean => facts.hasBody || facts.hasParameters;
const isKept = (facts: Facts): boolean => facts.isIdempotent;

/** Whether the request names one of these kinds of things. */
const owned =
  (...owners: readonly string[]) =>
  (facts: Facts): boolean =>
    facts.owners.some((owner) => owners.includes(owner));

/** Refusals that any server may send. 403 covers web pages of other origins too. */
const anywhere = (prefix = ""): readonly Refusal[] => [
  { status: 401, response: `${prefix}Unauthorized`, follows: needsKey },
  { status: 403, response: `${prefix}Forbidden`, follows: always },
  { status: 408, response: `${prefix}Slow`, follows: hasBody },
  { status: 413, response: `${prefix}TooLarge`, follows: hasBody },
  { status: 429, response: `${prefix}TooManyRequests`, follows: always },
  { status: 500, response: `${prefix}InternalError`, follows: always },
  { status: 503, response: `${prefix}Unavailable`, follows: always },
  { status: 504, response: `${prefix}Timeout`, follows: always },
  { status: 507, response: `${prefix}StorageFull`, follows: writes },
];

/**
 * Which refusals follow from what: the one table.
 *
 * An operation may write a response of its own instead. Statuses without a row are always its own.
 */
export const table: readonly Refusals[] = [
  {
    file: "../responses.yaml",
    of: ({ service }) => service === "trace",
    rows: [
      ...anywhere(),
      { status: 400, response: "BadRequest", follows: hasBody },
      {
        status: 404,
        response: "NotFound",
        follows: owned("project", "pair", "ref", "header", "otel"),
      },
      { status: 415, response: "UnsupportedMediaType", follows: hasBody },
      {
        status: 422,
        response: "Invalid",
        follows: canBeInvalid,
        or: { InvalidOrRefused: "names in a request may not stand where they stand" },
      },
    ],
  },
  {
    file: "../chat-responses.yaml",
    of: ({ service, resource }) => service === "training" && resource === "chat",
    rows: [
      ...anywhere("Chat"),
      { status: 400, response: "ChatBadRequest", follows: hasBody },
      { status: 404, response: "ChatModelNotFound", follows: owned("model-name") },
      { status: 422, response: "ChatInvalid", follows: canBeInvalid },
      { status: 501, response: "ChatNotBuilt", follows: always },
    ],
  },
  {
    file: "../responses.yaml",
    of: ({ service, resource }) => service === "training" && resource !== "chat",
    rows: [
      ...anywhere(),
      { status: 404, response: "EntityNotFound", follows: owned("pair") },
      { status: 404, response: "ModelNotFound", follows: owned("model") },
      { status: 404, response: "TrainingJobNotFound", follows: owned("job") },
      { status: 404, response: "TrajectoryNotFound", follows: owned("trajectory") },
      { status: 404, response: "ArtifactNotFound", follows: owned("artifact", "artifact-url") },
      { status: 409, response: "KeyReused", follows: isKept },
      { status: 422, response: "Invalid", follows: canBeInvalid },
      { status: 501, response: "NotBuilt", follows: always },
    ],
  },
  {
    file: "../responses.yaml",
    of: ({ service }) => service === "inference",
    rows: [
      ...anywhere(),
      { status: 400, response: "BadRequest", follows: hasBody },
      {
        status: 400,
        response: "BadProject",
        follows: (facts) => !facts.hasBody && owned("header")(facts),
      },
      { status: 404, response: "ModelNotFound", follows: owned("model-name") },
      { status: 501, response: "NotBuilt", follows: always },
    ],
  },
];
