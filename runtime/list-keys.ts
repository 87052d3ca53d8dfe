import type { ListKind, ServerDefinition } from './definition.js';

/** What identifies the entries of a list, in the order of the definition. */
export function listKeys(
  { tools, prompts, resources, resourceTemplates }: ServerDefinition,
  kind: ListKind,
): readonly string[] {
  switch (kind) {
    case 'tools':
      return tools.map(({ name }) => name);
    case 'prompts':
      return prompts.map(({ name }) => name);
    case 'resources':
      return resources.map(({ uri }) => uri);
    case 'resourceTemplates':
      return resourceTemplates.map(({ uriTemplate }) => uriTemplate);
  }
}
