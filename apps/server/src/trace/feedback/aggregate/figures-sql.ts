import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { stepsWithin } from "../../query/field-path.ts";
import { JsonValue } from "../../query/json-value-sql.ts";
import type { Parameters } from "../../query/parameters.ts";
import { quantileSql } from "../../statistics/quantiles-sql.ts";
import { readableSql } from "../read/feedback-payload-sql.ts";
import type { Figure, Metric } from "./metrics.ts";

const maxCharacters = requestBounds.conditionCharacters.limit;

/**
 * The values of metrics as the columns `v0`, `v1`, …; null where a payload has no value of the type.
 *
 * @throws InvalidInput if they are too long together.
 */
export function valueColumns(metrics: readonly Metric[], parameters: Parameters): string[] {
  let characters = 0;
  return metrics.map((metric, at) => {
    const sql = `${valueSql(metric, parameters)} AS v${at}`;
    characters += sql.length;
    if (characters <= maxCharacters) return sql;
    throw new InvalidInput(
      `The metrics become more than ${maxCharacters} characters for the trace store, which is the ` +
        "limit. Send several requests.",
    );
  });
}

/** Figures as the columns `f0`, `f1`, … of an aggregate over the values. */
export function figureColumns(figures: readonly Figure[], metrics: readonly Metric[]): string[] {
  return figures.map((figure, at) => {
    const value = `v${metrics.indexOf(figure.metric)}`;
    return `${aggregateSql(figure, value)} AS f${at}`;
  });
}

function valueSql({ path, type }: Metric, parameters: Parameters): string {
  const value = new JsonValue(readableSql, stepsWithin(`payload.${path}`), parameters);
  switch (type) {
    case "numeric":
      return value.at(
        (place) =>
          `if(JSONType(${place}) IN ('Int64', 'UInt64', 'Double'), ` +
          `toNullable(JSONExtractFloat(${place})), NULL)`,
      );
    case "boolean":
      return value.at(
        (place) => `if(JSONType(${place}) = 'Bool', toNullable(JSONExtractBool(${place})), NULL)`,
      );
    default:
      return value.at((place) => `if(JSONType(${place}) = 'Null', NULL, toNullable(1))`);
  }
}

function aggregateSql({ measure, metric }: Figure, value: string): string {
  switch (measure) {
    case "count_true":
      return `countIf(${value} = 1)`;
    case "count_false":
      return `countIf(${value} = 0)`;
    default: {
      if (typeof measure !== "number") return `${measure}(${value})`;
      const percentiles = metric.measures.filter((one) => typeof one === "number");
      return quantileSql(value, measure, percentiles);
    }
  }
}
