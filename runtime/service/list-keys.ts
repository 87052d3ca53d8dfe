import type { ListKind, ServerDefinition } from '../api/definition.js';

const identities = { prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

type Identified = { readonly [member in (typeof identities)[keyof typeof identities]]?: string };

/** What identifies the entries of a list, in the order of the definition. */
export function listKeys(definition: ServerDefinition, kind: ListKind): readonly string[] {
  if (kind === 'tools') return definition.tools.names;
  const entries: readonly Identified[] = definition[kind];
  return entries.map(({ [identities[kind]]: key = '' }) => key);
}
