import type {
  Descriptor,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ServerDefinition,
  ToolDefinition,
} from '../../runtime/index.js';
import { codeServer } from '../../runtime/features/code-mode/serve-code.js';
import { discoverer } from '../../runtime/features/discover/index.js';
import { taskServer } from '../../runtime/features/tasks/index.js';

/** A definition whose entries say themselves what clients get to see of them. */
export interface DefinitionFixture extends Omit<
  ServerDefinition,
  'format' | 'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'loadDescriptors'
> {
  readonly tools: readonly (ToolDefinition & Descriptor)[];
  readonly prompts: readonly (PromptDefinition & Descriptor)[];
  readonly resources: readonly (ResourceDefinition & Descriptor)[];
  readonly resourceTemplates: readonly (ResourceTemplateDefinition & Descriptor)[];
}

/** The definition that the generator would make of a fixture. */
export function defineFixture(fixture: DefinitionFixture): ServerDefinition {
  const { tools, prompts, resources, resourceTemplates } = fixture;
  const descriptors = {
    tools: describeAll('name', tools),
    prompts: describeAll(
      'name',
      prompts.map((prompt) => ({
        ...prompt,
        fields:
          prompt.fields['arguments'] === undefined
            ? { ...prompt.fields, arguments: argumentsOf(prompt) }
            : prompt.fields,
      })),
    ),
    resources: describeAll('uri', resources),
    resourceTemplates: describeAll('uriTemplate', resourceTemplates),
  };
  const inactive = tools.some(({ isInactive }) => isInactive);
  const discovering = tools.filter(({ discovery }) => discovery !== undefined).map(({ name }) => name);
  return {
    format: 1,
    ...fixture,
    ...(inactive && { selection: { toolsets: [], ...fixture.selection, hasInactive: true } }),
    capabilities: {
      ...fixture.capabilities,
      ...(tools.some(({ task }) => task !== undefined) && { tasks: true }),
    },
    parts: {
      discover: async () => discoverer,
      'code-mode': async () => codeServer,
      tasks: async () => taskServer,
      ...fixture.parts,
    },
    tools: { names: tools.map(({ name }) => name), discovering, load: async () => tools },
    prompts: prompts.map(({ description, fields, ...prompt }) => {
      const described = description ?? (JSON.parse(fields['description'] ?? 'null') as string | null);
      return described === null ? prompt : { ...prompt, description: described };
    }),
    loadDescriptors: async () => descriptors,
  };
}

function argumentsOf(prompt: PromptDefinition): string {
  return JSON.stringify(prompt.arguments);
}

function describeAll<Key extends string>(
  key: Key,
  entries: readonly (Descriptor & { readonly [key in Key]: string })[],
): readonly Descriptor[] {
  return entries.map(({ [key]: identity, fields, legacyFields }) => ({
    fields: { [key]: JSON.stringify(identity), ...fields },
    ...(legacyFields && { legacyFields }),
  }));
}
