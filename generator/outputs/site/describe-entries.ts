import type { DescriptorModel, Model, PromptModel, ResourceTemplateModel } from '../../core/model/model.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';
import { elicitationFacts, scopeFact } from './describe-tool.js';
import { code, text, type Block, type Line, type SectionBlock } from '../../feature-kit/pages/document.js';
import { firstSentence, parseLine, parseText } from '../../feature-kit/pages/parse-text.js';
import type { SiteDetail } from '../../feature-kit/pages/site-detail.js';

/** Describes the prompts of a server. Returns `[]` if there are none. */
export function describePrompts({ prompts }: Model, anchors: Anchors, detail: SiteDetail): readonly SectionBlock[] {
  const shown = prompts.slice(0, detail.maxEntries);
  const blocks = detail.isBrief
    ? tabulate('Prompt', shown, ({ name }) => name)
    : shown.map((prompt) => ({
        kind: 'section' as const,
        id: anchors.give('prompt', prompt.name),
        heading: titled(prompt.name, prompt.title),
        blocks: [...parseText(prompt.description ?? ''), ...listArguments(prompt), ...facts(prompt)],
      }));
  return makeSection('prompts', 'Prompts', blocks, anchors);
}

/** Describes the resources of a server. Returns `[]` if there are none. */
export function describeResources({ resources }: Model, anchors: Anchors, detail: SiteDetail): readonly SectionBlock[] {
  const shown = resources.slice(0, detail.maxEntries);
  if (detail.isBrief) {
    return makeSection(
      'resources',
      'Resources',
      tabulate('URI', shown, ({ uri }) => uri),
      anchors,
    );
  }
  const rows = shown.map(({ uri, name, title, description, mimeType, ...resource }) => [
    [code(uri)],
    [text(title ?? name)],
    mimeType === undefined ? [] : [code(mimeType)],
    [...parseLine(description ?? ''), ...scopeFact(resource).flatMap((line) => [text(' '), ...line])],
  ]);
  const table = { kind: 'table', head: ['URI', 'Name', 'Type', 'Meaning'], rows } as const;
  return makeSection('resources', 'Resources', rows.length === 0 ? [] : [table], anchors);
}

/** Describes the resource templates of a server. Returns `[]` if there are none. */
export function describeTemplates(
  { resourceTemplates }: Model,
  anchors: Anchors,
  detail: SiteDetail,
): readonly SectionBlock[] {
  const shown = resourceTemplates.slice(0, detail.maxEntries);
  const blocks = detail.isBrief
    ? tabulate('Template', shown, ({ uriTemplate }) => uriTemplate)
    : shown.map((template) => ({
        kind: 'section' as const,
        id: anchors.give('template', template.name),
        heading: titled(template.uriTemplate, template.title ?? template.name),
        blocks: [...parseText(template.description ?? ''), ...listVariables(template), ...facts(template)],
      }));
  return makeSection('templates', 'Resource templates', blocks, anchors);
}

function makeSection(id: string, title: string, blocks: readonly Block[], anchors: Anchors): readonly SectionBlock[] {
  return blocks.length === 0
    ? []
    : [{ kind: 'section', id: anchors.give('section', id), heading: [text(title)], blocks }];
}

/** Returns a table of names and purposes; `[]` if there are no entries. */
function tabulate<Entry extends DescriptorModel>(
  noun: string,
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): readonly Block[] {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => [
    [code(nameOf(entry))],
    [text(firstSentence(entry.description ?? entry.title ?? ''))],
  ]);
  return [{ kind: 'table', head: [noun, 'Purpose'], rows }];
}

function titled(name: string, title: string | undefined): Line {
  return title === undefined || title === name ? [code(name)] : [code(name), text(` ${title}`)];
}

function facts(entry: PromptModel | ResourceTemplateModel): readonly Block[] {
  const type =
    'mimeType' in entry && entry.mimeType !== undefined ? [[text('Type '), code(entry.mimeType), text('.')]] : [];
  const items = [...type, ...scopeFact(entry), ...elicitationFacts(entry)];
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

function listArguments({ arguments: declared }: PromptModel): readonly Block[] {
  if (declared.length === 0) return [];
  const rows = declared.map(({ name, title, description, required, completion }) => [
    [code(name)],
    [text(required ? 'yes' : 'no')],
    [...parseLine(description ?? title ?? ''), ...suggestions(completion !== undefined)],
  ]);
  return [{ kind: 'table', head: ['Argument', 'Required', 'Meaning'], rows }];
}

function listVariables({ matcher, variables }: ResourceTemplateModel): readonly Block[] {
  const described = new Map(variables.map((variable) => [variable.name, variable]));
  const places = [...matcher.path, ...matcher.query.map((variable) => ({ ...variable, optional: true as const }))];
  if (places.length === 0) return [];
  const rows = places.map(({ name, optional }) => [
    [code(name)],
    [text(optional ? 'no' : 'yes')],
    [
      ...parseLine(described.get(name)?.description ?? ''),
      ...suggestions(described.get(name)?.completion !== undefined),
    ],
  ]);
  return [{ kind: 'table', head: ['Variable', 'Required', 'Meaning'], rows }];
}

function suggestions(isCompleted: boolean): Line {
  return isCompleted ? [text(' The server suggests values.')] : [];
}
