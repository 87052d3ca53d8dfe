import {
  Kind,
  print,
  stripIgnoredCharacters,
  visit,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Fragments } from './measure-operation.js';

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** Lists the fragments that an operation uses, in the order of first use. */
export function listFragments(
  operation: OperationDefinitionNode,
  fragments: Fragments,
): readonly FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const add = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment) found.add(fragment);
      },
    });
  };
  add(operation);
  // The set grows during the loop.
  for (const fragment of found) add(fragment);
  return [...found];
}

/**
 * Prints the document that is sent for an operation: without descriptions, which older servers reject, and without
 * insignificant characters.
 * @param typenames Selection sets that get `__typename`.
 */
export function printOperation(
  operation: OperationDefinitionNode,
  used: readonly FragmentDefinitionNode[],
  typenames: ReadonlySet<SelectionSetNode>,
): string {
  const document = visit(
    { kind: Kind.DOCUMENT, definitions: [operation, ...used] },
    {
      OperationDefinition: withoutDescription,
      FragmentDefinition: withoutDescription,
      VariableDefinition: withoutDescription,
      SelectionSet: (node) =>
        typenames.has(node) ? { ...node, selections: [typename, ...node.selections] } : undefined,
    },
  );
  return stripIgnoredCharacters(print(document));
}

function withoutDescription<Node extends { readonly description?: unknown }>(node: Node): Omit<Node, 'description'> {
  const { description: _, ...others } = node;
  return others;
}
