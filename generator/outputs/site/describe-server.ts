import type { DiffReport } from '../diff/diff-report.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Json } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { Anchors } from '../../feature-kit/pages/anchors.js';
import { collectShapes, type SchemaBook } from './collect-shapes.js';
import { features } from '../../features.js';
import { describeChanges } from './describe-changes.js';
import { describeConnection, type Connection } from './describe-connection.js';
import { describePrompts, describeResources, describeTemplates } from './describe-entries.js';
import { describeFields } from './describe-fields.js';
import { describeOperations, describeTools } from './describe-tools.js';
import {
  code,
  link,
  paragraph,
  text,
  type Block,
  type Line,
  type SectionBlock,
  type SiteDocument,
} from '../../feature-kit/pages/document.js';
import { firstSentence, parseText } from '../../feature-kit/pages/parse-text.js';
import type { SiteDetail } from '../../feature-kit/pages/site-detail.js';

/** Options of a page. */
export interface SiteOptions extends Connection {
  /** Changes since an earlier version. */
  readonly changes?: DiffReport | undefined;
}

/** Describes a server as a document. Pure. */
export function describeServer(model: Model, options: SiteOptions, detail: SiteDetail): SiteDocument {
  const { server } = model;
  const anchors = new Anchors();
  const book = collectShapes(listSchemas(model.tools, detail), model.definitions, anchors);
  const sections: readonly SectionBlock[] = [
    ...describeInstructions(model, anchors),
    ...describeTools(model, book, anchors, detail),
    ...describeOperations(model, book, anchors, detail),
    ...describePrompts(model, anchors, detail),
    ...describeResources(model, anchors, detail),
    ...describeTemplates(model, anchors, detail),
    ...describeShapes(book, anchors),
    ...features.flatMap(({ site }) => site?.sections?.(model, anchors) ?? []),
    describeConnection(model, options, anchors),
    ...(options.isLocal ? features.flatMap(({ site }) => site?.operation?.(model, anchors) ?? []) : []),
    ...(options.changes ? [describeChanges(options.changes, anchors)] : []),
  ];
  return {
    title: server.title ?? server.name,
    summary: firstSentence(server.description ?? ''),
    intro: [
      ...parseText(server.description ?? ''),
      { kind: 'list', items: listFacts(model) },
      ...(detail.note === '' ? [] : paragraph(text(detail.note))),
    ],
    sections,
  };
}

function listFacts(model: Model): readonly Line[] {
  const { server, prompts, resources, resourceTemplates } = model;
  const tools = listedTools(model).length;
  const counts: readonly (readonly [number, string])[] = [
    [tools, 'tool'],
    [model.tools.length - tools, 'operation'],
    [prompts.length, 'prompt'],
    [resources.length, 'resource'],
    [resourceTemplates.length, 'resource template'],
  ];
  const offers = counts.flatMap(([count, noun]) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]));
  return [
    [text('Name '), code(server.name), ...(server.version === '' ? [] : [text(', version '), code(server.version)])],
    ...(server.websiteUrl === undefined ? [] : [[link(server.websiteUrl, server.websiteUrl)]]),
    ...(offers.length === 0 ? [] : [[text(offers.join(', '))]]),
  ];
}

function describeInstructions({ server }: Model, anchors: Anchors): readonly SectionBlock[] {
  if (server.instructions === undefined) return [];
  const blocks: readonly Block[] = parseText(server.instructions);
  return [{ kind: 'section', id: anchors.give('section', 'instructions'), heading: [text('How to use it')], blocks }];
}

function describeShapes(book: SchemaBook, anchors: Anchors): readonly SectionBlock[] {
  if (book.shapes.size === 0) return [];
  const blocks = [...book.shapes.values()].map(({ id, title, definition }) => ({
    kind: 'section' as const,
    id,
    heading: [code(title)],
    isFolded: book.shapes.size > maxOpenShapes,
    blocks: describeFields(definition.schema, { book }),
  }));
  return [{ kind: 'section', id: anchors.give('section', 'shapes'), heading: [text('Shared types')], blocks }];
}

/** Maximum number of shared types that are shown expanded. */
const maxOpenShapes = 25;

/** Lists the schemas on the page, which determine the shared types. */
function listSchemas(tools: readonly ToolModel[], { hasInputs, hasOutputs }: SiteDetail): readonly Json[] {
  return tools.flatMap(({ input, output, returns }) => [
    ...(hasInputs ? [input.schema] : []),
    ...(hasOutputs && returns ? returns.map(({ value }) => value.schema) : []),
    ...(hasOutputs && output && !returns ? [output.schema] : []),
  ]);
}
