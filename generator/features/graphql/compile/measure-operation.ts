import {
  Kind,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql';
import type { Diagnostic } from '../../../core/diagnostics/diagnostic.js';
import { graphqlDiagnostics } from '../diagnostics.js';
import type { OperationLimits } from '../read-settings.js';
import { reportNode } from './locate.js';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Arguments with the number of items in a list. */
const sizeArguments: ReadonlySet<string> = new Set(['first', 'last', 'limit', 'pageSize', 'perPage', 'take']);

/** Number of items for a variable without a default. */
const assumedSize = 100;

/**
 * Checks the nesting of an operation, and the number of values in its response: its fields, multiplied by the sizes of
 * the pages around them. Each field is visited once per place, so the limit bounds the time, too. The operation is
 * valid: fragments have no cycles.
 */
export function checkLimits(
  operation: OperationDefinitionNode,
  fragments: Fragments,
  { maxDepth, maxCost }: OperationLimits,
): Diagnostic | undefined {
  const rule = graphqlDiagnostics['graphql-limit'];
  const name = operation.name?.value ?? '';
  const defaults = new Map(
    (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : assumedSize,
    ]),
  );
  let cost = 0;
  const visit = (set: SelectionSetNode, depth: number, size: number): Diagnostic | undefined => {
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FIELD) {
        const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        const found = inner && visit(inner.selectionSet, depth, size);
        if (found) return found;
        continue;
      }
      cost += size;
      if (depth > maxDepth) {
        const message = `\`${name}\` nests fields more than ${maxDepth} levels deep.`;
        return reportNode(rule, selection, message, 'Select fewer levels, or set `maxDepth`.');
      }
      if (cost > maxCost) {
        const message = `The response of \`${name}\` can have more than ${maxCost} values.`;
        const help = 'Select fewer fields, ask for smaller pages, such as `first: 10`, or set `maxCost`.';
        return reportNode(rule, selection, message, help);
      }
      const found =
        selection.selectionSet && visit(selection.selectionSet, depth + 1, size * sizeOf(selection, defaults));
      if (found) return found;
    }
    return undefined;
  };
  return visit(operation.selectionSet, 1, 1);
}

function sizeOf({ arguments: fieldArguments = [] }: FieldNode, defaults: ReadonlyMap<string, number>): number {
  const sizes = fieldArguments.flatMap(({ name, value }) => {
    if (!sizeArguments.has(name.value)) return [];
    if (value.kind === Kind.INT) return [Number(value.value)];
    return value.kind === Kind.VARIABLE ? [defaults.get(value.name.value) ?? assumedSize] : [];
  });
  return Math.max(1, ...sizes);
}
