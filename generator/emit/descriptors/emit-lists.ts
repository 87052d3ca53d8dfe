import type { Model, ToolModel } from '../../model/model.js';
import { stringLiteral } from '../../code/escape.js';
import type { RenderTemplate } from '../../code/templates.js';
import type { GeneratedFile } from '../../code/generated-file.js';
import {
  promptFields,
  resourceFields,
  resourceTemplateFields,
  type Fields,
  type ToolFields,
} from '../../descriptors/descriptor-fields.js';
import { packTexts } from './pack-texts.js';

/** A module of `generated/lists/` that holds the descriptors of a list. */
export interface ListModule extends GeneratedFile {
  /** The list, as the runtime calls it. */
  readonly kind: string;
  /** It is so short that reading it costs less than opening a file: it is loaded with all else. */
  readonly isShort: boolean;
}

/** Characters that a list which is loaded at the start may have: V8 reads them in 0.3 ms, Node opens a module in 0.7 ms. */
const maximalShort = 65_536;

/**
 * The modules of the lists that have entries.
 *
 * @param describeTool Gives the descriptor of a tool.
 */
export function emitLists(
  model: Model,
  describeTool: (tool: ToolModel) => ToolFields,
  render: RenderTemplate,
): readonly ListModule[] {
  const tools = model.tools
    .filter(({ catalogued }) => !catalogued)
    .map((tool) => ({ identity: ['name', tool.name] as const, ...describeTool(tool) }));
  const prompts = model.prompts.map((prompt) => describe(['name', prompt.name], promptFields(prompt)));
  const resources = model.resources.map((resource) => describe(['uri', resource.uri], resourceFields(resource)));
  const templates = model.resourceTemplates.map((template) =>
    describe(['uriTemplate', template.uriTemplate], resourceTemplateFields(template)),
  );
  return [
    { kind: 'tools', path: 'lists/tools.ts', descriptors: tools },
    { kind: 'prompts', path: 'lists/prompts.ts', descriptors: prompts },
    { kind: 'resources', path: 'lists/resources.ts', descriptors: resources },
    { kind: 'resourceTemplates', path: 'lists/resource-templates.ts', descriptors: templates },
  ].flatMap(({ kind, path, descriptors }) => {
    if (descriptors.length === 0) return [];
    const content = emitList(kind, descriptors, render);
    return [{ kind, path, content, isShort: content.length <= maximalShort }];
  });
}

interface Descriptor {
  readonly identity: readonly [key: string, value: string];
  readonly fields: Fields;
  readonly legacyFields: Fields;
}

function describe(identity: Descriptor['identity'], fields: Fields): Descriptor {
  return { identity, fields, legacyFields: [] };
}

function emitList(kind: string, descriptors: readonly Descriptor[], render: RenderTemplate): string {
  const entries = descriptors.map(({ identity, fields }) => joinFields(identity, fields));
  const legacy = descriptors.flatMap(({ identity, fields, legacyFields }, position) =>
    legacyFields.length === 0
      ? []
      : [{ position, text: joinFields(identity, [...new Map([...fields, ...legacyFields])]) }],
  );
  const { ascii, other, places } = packTexts([...entries, ...legacy.map(({ text }) => text)]);
  const expressions = places.map((each) => `[${each.join(', ')}]`);
  return render('generated/list.ts', {
    entryNames: kind === 'resourceTemplates' ? 'resource templates' : kind,
    fields: [...new Set(descriptors.flatMap(({ fields }) => fields.map(([name]) => name)))]
      .map(stringLiteral)
      .join(', '),
    texts: [
      { name: 'ascii', lines: literalLines(ascii) },
      { name: 'other', lines: literalLines(other) },
    ],
    entries: expressions.slice(0, entries.length),
    legacy: legacy.map(({ position }, index) => ({ position, places: expressions[entries.length + index] ?? '' })),
  });
}

/**
 * Texts as the lines of one string literal, each to be continued by a backslash: V8 reads one literal in less time than a
 * thousand, and nothing has to be joined. Bundlers join literals in quadratic time.
 */
function literalLines(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text !== '').map((text) => stringLiteral(text).slice(1, -1));
}

/** A descriptor as JSON text, with the comma in front that it has in a list. */
function joinFields([key, value]: Descriptor['identity'], fields: Fields): string {
  const members = [[key, JSON.stringify(value)] as const, ...fields];
  return `,{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}
