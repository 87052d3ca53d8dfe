import type {
  ListTexts,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ServerDefinition,
  ToolDefinition,
} from '../../runtime/index.js';

/** Fields of a descriptor, each as JSON text. */
export interface FixtureFields {
  readonly fields: { readonly [field: string]: string };
  /** What legacy revisions get instead of some of them. */
  readonly legacyFields?: { readonly [field: string]: string };
}

/** A definition whose entries say themselves what clients get to see of them. */
export interface DefinitionFixture extends Omit<
  ServerDefinition,
  'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'lists'
> {
  readonly tools: readonly (ToolDefinition & FixtureFields)[];
  readonly prompts: readonly (PromptDefinition & FixtureFields)[];
  readonly resources: readonly (ResourceDefinition & FixtureFields)[];
  readonly resourceTemplates: readonly (ResourceTemplateDefinition & FixtureFields)[];
}

/** The definition that the generator would make of a fixture. */
export function defineFixture(fixture: DefinitionFixture): ServerDefinition {
  const { tools, prompts, resources, resourceTemplates } = fixture;
  const lists = {
    tools: composeList('name', tools),
    prompts: composeList(
      'name',
      prompts.map((prompt) => ({
        ...prompt,
        fields:
          prompt.fields['arguments'] === undefined
            ? { ...prompt.fields, arguments: argumentsOf(prompt) }
            : prompt.fields,
      })),
    ),
    resources: composeList('uri', resources),
    resourceTemplates: composeList('uriTemplate', resourceTemplates),
  };
  const inactive = tools.some(({ isInactive }) => isInactive);
  const discovering = tools.filter(({ discovery }) => discovery !== undefined).map(({ name }) => name);
  return {
    ...fixture,
    ...(inactive && { selection: { toolsets: [], ...fixture.selection, hasInactive: true } }),
    capabilities: {
      ...fixture.capabilities,
      ...(tools.some(({ task }) => task !== undefined) && { tasks: true }),
    },
    tools: { names: tools.map(({ name }) => name), discovering, load: async () => tools },
    prompts: prompts.map(({ description, fields, ...prompt }) => {
      const described = description ?? (JSON.parse(fields['description'] ?? 'null') as string | null);
      return described === null ? prompt : { ...prompt, description: described };
    }),
    lists,
  };
}

function argumentsOf(prompt: PromptDefinition): string {
  return JSON.stringify(prompt.arguments);
}

function composeList<Key extends string>(
  key: Key,
  descriptors: readonly (FixtureFields & { readonly [key in Key]: string })[],
): () => Promise<ListTexts> {
  const texts: string[] = [];
  const place = (identity: string, fields: FixtureFields['fields']): readonly number[] => {
    const members = Object.entries({ [key]: JSON.stringify(identity), ...fields });
    const start = Buffer.byteLength(texts.join(''));
    texts.push(`,{${members.map(([field, json]) => `${JSON.stringify(field)}:${json}`).join(',')}}`);
    return [start, Buffer.byteLength(texts.join(''))];
  };
  const entries = descriptors.map(({ [key]: identity, fields }) => place(identity, fields));
  const legacy = descriptors.flatMap(({ [key]: identity, fields, legacyFields }, position) =>
    legacyFields === undefined ? [] : [[position, place(identity, { ...fields, ...legacyFields })] as const],
  );
  const fields = [...new Set(descriptors.flatMap(({ fields }) => Object.keys(fields)))];
  return async () => ({ fields, ascii: '', other: texts.join(''), entries, legacy: Object.fromEntries(legacy) });
}
