import type {
  DescriptorFields,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ServerDefinition,
  ToolDefinition,
} from './definition.js';
import { lowerAnnotations } from './results/lower-annotations.js';
import { knowsField, modernRevisions, type DescriptorKind, type Revision } from './revisions.js';

/** The lists of a server. */
export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** An entry of a list, by what identifies it. */
export interface ListEntry {
  readonly key: string;
  /** JSON text of the entry in the words of a revision. */
  describe(revision: Revision): string;
}

/** The entries of a list, in the order of the definition. */
export function listEntries(definition: ServerDefinition, kind: ListKind): readonly ListEntry[] {
  switch (kind) {
    case 'tools':
      return definition.tools.map((tool) => ({ key: tool.name, describe: (revision) => describeTool(tool, revision) }));
    case 'prompts':
      return definition.prompts.map((prompt) => ({
        key: prompt.name,
        describe: (revision) => describePrompt(prompt, revision),
      }));
    case 'resources':
      return definition.resources.map((resource) => ({
        key: resource.uri,
        describe: (revision) => describeResource('resource', 'uri', resource.uri, resource, revision),
      }));
    case 'resourceTemplates':
      return definition.resourceTemplates.map((template) => ({
        key: template.uriTemplate,
        describe: (revision) =>
          describeResource('resourceTemplate', 'uriTemplate', template.uriTemplate, template, revision),
      }));
  }
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool */
function describeTool(tool: ToolDefinition, revision: Revision): string {
  const isModern = modernRevisions.some((modern) => modern === revision);
  const fields = isModern ? tool.fields : { ...tool.fields, ...tool.legacyFields };
  return joinFields('tool', 'name', tool.name, fields, revision);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#prompt */
function describePrompt(prompt: PromptDefinition, revision: Revision): string {
  const fields = { ...prompt.fields };
  if (!knowsField(revision, 'promptArgument', 'title') || fields['arguments'] === undefined) {
    fields['arguments'] = JSON.stringify(
      prompt.arguments.map((argument) =>
        Object.fromEntries(Object.entries(argument).filter(([field]) => knowsField(revision, 'promptArgument', field))),
      ),
    );
  }
  return joinFields('prompt', 'name', prompt.name, fields, revision);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource */
function describeResource(
  kind: 'resource' | 'resourceTemplate',
  key: string,
  identity: string,
  { fields }: ResourceDefinition | ResourceTemplateDefinition,
  revision: Revision,
): string {
  const { annotations, ...rest } = fields;
  if (annotations === undefined) return joinFields(kind, key, identity, fields, revision);
  const known = lowerAnnotations(JSON.parse(annotations), revision).annotations;
  const lowered = known === undefined ? rest : { ...fields, annotations: JSON.stringify(known) };
  return joinFields(kind, key, identity, lowered, revision);
}

function joinFields(
  kind: DescriptorKind,
  key: string,
  identity: string,
  fields: DescriptorFields,
  revision: Revision,
): string {
  const known = Object.entries(fields).filter(([field]) => knowsField(revision, kind, field));
  const members = [[key, JSON.stringify(identity)], ...known];
  return `{${members.map(([field, json]) => `${JSON.stringify(field)}:${json}`).join(',')}}`;
}
