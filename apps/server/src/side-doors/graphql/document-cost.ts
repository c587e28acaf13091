import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { requestBounds } from "../../config/request-bounds.ts";
import { maxPageSize } from "./resolvers.ts";

/** Fields of one document that stand at its root: each may be a look-up, or make a project. */
const maxRootFields = requestBounds.graphqlRootFields.limit;

/** Fields of one answer, lists counted with all the entries they may have. */
const maxAnswerFields = requestBounds.graphqlFields.limit;

/** The most entries that a field can have: pages of projects, and what a schema says of itself. */
const listSizes: Readonly<Record<string, number>> = {
  models: maxPageSize,
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

/** How many fields a selection comes to. */
interface Cost {
  /** Of the selection itself, fragments read as what they stand for. */
  readonly width: number;
  /** With everything below, once for each entry of a list. */
  readonly fields: number;
}

/**
 * Refuses a document whose answer would be long, before anything is worked out. Fragments within
 * fragments and aliases make a short text stand for any number of fields. The document is valid.
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
      throw new GraphQLError(`A document may ask for ${maxRootFields} fields at its root.`);
    }
    if (fields > maxAnswerFields) {
      throw new GraphQLError(
        `The answer could have more than ${maxAnswerFields} fields. Ask for fewer, or in several documents.`,
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

/** Worked out once, however often and deep a fragment is used. */
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
