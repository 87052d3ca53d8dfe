import { isJsonArray, isJsonObject, type Json } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import type { Place } from '../../core/model/place.js';

/** Text that models read. */
export interface ReadText {
  readonly entry?: string;
  readonly place: Place;
  readonly text: string;
  /** What the text is, in a message. */
  readonly what: string;
}

/** Lists all texts that models read, of tools that are listed or discovered, prompts, resources and the server. */
export function listTexts(model: Model): readonly ReadText[] {
  const { instructions } = model.server;
  const server: Place = { anchor: { kind: 'server' }, path: ['instructions'] };
  const entries = [
    ...model.tools.map((tool) => ({ kind: 'tool' as const, key: tool.name, ...tool })),
    ...model.prompts.map((prompt) => ({ kind: 'prompt' as const, key: prompt.name, ...prompt })),
    ...model.resources.map((resource) => ({ kind: 'resource' as const, key: resource.uri, ...resource })),
    ...model.resourceTemplates.map((template) => ({
      kind: 'resourceTemplate' as const,
      key: template.uriTemplate,
      ...template,
    })),
  ];
  return [
    ...(instructions === undefined
      ? []
      : [{ place: server, text: instructions, what: '`instructions` of the server' }]),
    ...entries.flatMap(({ kind, key, title, description }) => {
      const textAt = (field: string, text = ''): readonly ReadText[] =>
        text === ''
          ? []
          : [{ entry: key, place: { anchor: { kind, key }, path: [field] }, text, what: `The ${field} of \`${key}\`` }];
      return [...textAt('title', title), ...textAt('description', description)];
    }),
    ...model.prompts.flatMap(({ name, arguments: all }) =>
      all.flatMap((argument) =>
        (['title', 'description'] as const).flatMap((field): readonly ReadText[] => {
          const place: Place = { anchor: { kind: 'prompt', key: name }, path: ['arguments', argument.name, field] };
          const text = argument[field];
          return text === undefined
            ? []
            : [{ entry: name, place, text, what: `The argument \`${argument.name}\` of \`${name}\`` }];
        }),
      ),
    ),
    ...model.tools.flatMap(listToolTexts),
    ...model.definitions.flatMap(({ name, wireName, schema }) =>
      listSchemaTexts(schema, { anchor: { kind: 'definition', name }, path: [] }, `The schema \`${wireName}\``),
    ),
  ];
}

/** Lists the texts in the schemas and hints of a tool. */
function listToolTexts({ name, annotations = new Map(), input, output }: ToolModel): readonly ReadText[] {
  const at = (field: string): Place => ({ anchor: { kind: 'tool', key: name }, path: [field] });
  return [
    ...listSchemaTexts(annotations, at('annotations'), `The annotations of \`${name}\``, name),
    ...listSchemaTexts(input.schema, at('inputSchema'), `The input schema of \`${name}\``, name),
    ...listSchemaTexts(output?.schema ?? true, at('outputSchema'), `The output schema of \`${name}\``, name),
  ];
}

/** Lists the texts in a schema, also in names of properties and values: models read all of them. */
function listSchemaTexts(schema: Json, root: Place, what: string, entry?: string): readonly ReadText[] {
  const texts: ReadText[] = [];
  const visit = (value: Json, path: readonly string[]): void => {
    if (typeof value === 'string') {
      if (value.length >= minText || /[^\p{ASCII}]/u.test(value)) {
        texts.push({
          ...(entry !== undefined && { entry }),
          place: { ...root, path: [...root.path, ...path] },
          text: value,
          what,
        });
      }
    } else if (isJsonArray(value)) {
      value.forEach((item, index) => visit(item, [...path, String(index)]));
    } else if (isJsonObject(value)) {
      for (const [key, member] of value) {
        if (key.length >= minText) visit(key, [...path, key]);
        visit(member, [...path, key]);
      }
    }
  };
  visit(schema, []);
  return texts;
}

/** Minimum length of an ASCII text that can contain instructions. */
const minText = 12;
