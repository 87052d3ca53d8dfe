import { listedTools } from '../../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../../core/model/model.js';
import { fieldViews } from '../../../feature-kit/emit/field-views.js';
import type { RenderTemplate } from '../../../core/code/templates.js';
import {
  promptFields,
  resourceFields,
  resourceTemplateFields,
  type Fields,
  type ToolFields,
} from '../../../feature-kit/descriptors/descriptor-fields.js';

/**
 * Emits `descriptors.ts`, which contains the entries of all lists.
 * @param describeTool Returns the descriptor of a tool.
 * @see docs/decisions/0018-descriptors-are-json-text.md
 */
export function emitDescriptors(
  model: Model,
  describeTool: (tool: ToolModel) => ToolFields,
  render: RenderTemplate,
): string {
  const tools = listedTools(model);
  const lists = [
    {
      kind: 'tools',
      entries: tools.map((tool) => {
        const { fields, legacyFields } = describeTool(tool);
        return { ...entryView('name', tool.name, fields), legacyFields: fieldViews(legacyFields) };
      }),
    },
    { kind: 'prompts', entries: model.prompts.map((prompt) => entryView('name', prompt.name, promptFields(prompt))) },
    {
      kind: 'resources',
      entries: model.resources.map((resource) => entryView('uri', resource.uri, resourceFields(resource))),
    },
    {
      kind: 'resourceTemplates',
      entries: model.resourceTemplates.map((template) =>
        entryView('uriTemplate', template.uriTemplate, resourceTemplateFields(template)),
      ),
    },
  ];
  return render('generated/descriptors.ts', { lists: lists.filter(({ entries }) => entries.length > 0) });
}

function entryView(key: string, identity: string, fields: Fields) {
  return { fields: fieldViews([[key, JSON.stringify(identity)], ...fields]), legacyFields: fieldViews([]) };
}
