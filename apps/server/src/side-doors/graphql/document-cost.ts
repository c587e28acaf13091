import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { requestBounds } from "../../config/request-bounds.ts";
import { mostFiles } from "./artifacts/artifact-nodes.ts";
import { maxPageSize } from "./resolvers.ts";

/** Most fields at the root of one document: each may be a look-up, or create a project. */
const maxRootFields = requestBounds.graphqlRootFields.limit;

/** Most fields of one answer; a list counts with all entries that it may have. */
const maxAnswerFields = requestBounds.graphqlFields.limit;

/** The most entries of the fields that are lists: pages of projects, and introspection. */
const listSizes: Readonly<Record<string, number>> = {
  models: maxPageSize,
  files: mostFiles,
  types: 50,
  fields: 20,
  inputFields: 20,
  enumValues: 20,
  directives: 10,
  locations: 20,
  args: 10,
  possibleTypes: 10,
  interfaces: 10,
};

/** The number of fields of a selection. */
interface Cost {
  /** Fields of the selection itself, with the fields of its fragments. */
  readonly width: number;
  /** All fields, also those below, once for each entry of a list. */
  readonly fields: number;
}

/**
 * Refuses a document whose answer would be long, before it is executed. With nested fragments and
 * aliases a short text can ask for any number of fields. The document must be valid.
 *
 * @throws GraphQLError that names the limit.
 */
export function assertAffordable({ definitions }: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  }
  const costs = new Map<string, Cost>();
  for (const one of definitions) {
    if (one.kind !== Kind.OPERATION_DEFINITION) continue;
    const { width, fields } = costOf(one.selectionSet, fragments, costs);
    if (width > maxRootFields) {
      throw new GraphQLError(`A document may have at most ${maxRootFields} fields at its root.`);
    }
    if (fields > maxAnswerFields) {
      throw new GraphQLError(
        `The answer could have more than ${maxAnswerFields} fields. ` +
          "Ask for fewer, or send several documents.",
      );
    }
  }
}

function costOf(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  costs: Map<string, Cost>,
): Cost {
  let width = 0;
  let fields = 0;
  const add = (cost: Cost): void => {
    width += cost.width;
    fields += cost.fields;
  };
  for (const selection of selections) {
    switch (selection.kind) {
      case Kind.FIELD: {
        const { name, selectionSet } = selection;
        const below = selectionSet ? costOf(selectionSet, fragments, costs).fields : 0;
        add({ width: 1, fields: 1 + (listSizes[name.value] ?? 1) * below });
        break;
      }
      case Kind.INLINE_FRAGMENT:
        add(costOf(selection.selectionSet, fragments, costs));
        break;
      case Kind.FRAGMENT_SPREAD:
        add(costOfFragment(selection.name.value, fragments, costs));
        break;
    }
  }
  return { width, fields };
}

/** Computes the cost of each fragment once, however often and deep it is used. */
function costOfFragment(
  name: string,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  costs: Map<string, Cost>,
): Cost {
  const known = costs.get(name);
  if (known) return known;
  const fragment = fragments.get(name);
  const cost = fragment ? costOf(fragment.selectionSet, fragments, costs) : { width: 0, fields: 0 };
  costs.set(name, cost);
  return cost;
}
