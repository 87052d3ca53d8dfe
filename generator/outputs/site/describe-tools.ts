import { codePart } from '../../features/code-mode/code-part.js';
import { defaultToolsets, toolsetsOf } from '../../features/toolsets/toolsets-part.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';
import type { SchemaBook } from './collect-shapes.js';
import { describeEffects, describeTool } from './describe-tool.js';
import {
  code,
  link,
  paragraph,
  text,
  type Block,
  type Line,
  type SectionBlock,
  type TableBlock,
} from '../../feature-kit/pages/document.js';
import { firstSentence } from '../../feature-kit/pages/parse-text.js';
import type { SiteDetail } from '../../feature-kit/pages/site-detail.js';

/** Maximum number of tools that are shown expanded. */
const maxOpen = 25;

/** Describes the tools that clients see, by toolset. Returns `[]` for a server without tools. */
export function describeTools(
  model: Model,
  book: SchemaBook,
  anchors: Anchors,
  detail: SiteDetail,
): readonly SectionBlock[] {
  const tools = listedTools(model);
  if (tools.length === 0) return [];
  const groups = groupTools(tools);
  const shown = { model, book, anchors, detail, isFolded: tools.length > maxOpen };
  const blocks =
    groups.length === 1
      ? describeGroup(groups[0]?.tools ?? [], shown)
      : groups.map(({ name, tools: members }) => ({
          kind: 'section' as const,
          id: anchors.give('toolset', name === '' ? 'always' : name),
          heading: name === '' ? [text('Always there')] : [text('Toolset '), code(name)],
          blocks: describeGroup(members, shown),
        }));
  const chosen = defaultToolsets.of(model);
  const intro = [
    ...(chosen
      ? paragraph(text('By default, the server has these toolsets: '), code(chosen.join(', ')), text('.'))
      : []),
    ...(codePart.of(model)?.isDefault
      ? paragraph(
          text(
            'The server starts in code mode: clients see one tool that finds these functions and another that runs code.',
          ),
        )
      : []),
  ];
  return [
    { kind: 'section', id: anchors.give('section', 'tools'), heading: [text('Tools')], blocks: [...intro, ...blocks] },
  ];
}

/** Describes the operations that clients find and call through other tools, by tag. Returns `[]` if there are none. */
export function describeOperations(
  model: Model,
  book: SchemaBook,
  anchors: Anchors,
  detail: SiteDetail,
): readonly SectionBlock[] {
  const operations = model.tools.filter(({ unlisted }) => unlisted !== undefined);
  if (operations.length === 0) return [];
  const byTag = new Map<string, ToolModel[]>();
  for (const operation of operations.slice(0, detail.maxEntries)) {
    const tag = operation.unlisted?.tags[0] ?? '';
    const members = byTag.get(tag);
    if (members) members.push(operation);
    else byTag.set(tag, [operation]);
  }
  const groups = [...byTag].map(([tag, members]) => ({
    kind: 'section' as const,
    id: anchors.give('tag', tag),
    heading: [text(tag === '' ? 'Without a group' : tag), text(` (${members.length})`)],
    isFolded: true,
    blocks: describeGroup(members, { model, book, anchors, detail, isFolded: true }),
  }));
  const intro = paragraph(text(`The tools above find, describe and call ${operations.length} operations.`));
  const id = anchors.give('section', 'operations');
  return [{ kind: 'section', id, heading: [text('Operations')], blocks: [...intro, ...groups] }];
}

interface GroupContext {
  readonly model: Model;
  readonly book: SchemaBook;
  readonly anchors: Anchors;
  readonly detail: SiteDetail;
  readonly isFolded: boolean;
}

/** Returns a table of tools, followed by a section for each tool. */
function describeGroup(
  tools: readonly ToolModel[],
  { model, book, anchors, detail, isFolded }: GroupContext,
): readonly Block[] {
  const shown = tools.slice(0, detail.maxEntries);
  if (detail.isBrief) return [tabulate(shown.map((tool) => [[code(tool.name)], tool]))];
  const named = shown.map((tool) => ({ tool, id: anchors.give('tool', tool.name) }));
  const overview = shown.length > 1 ? [tabulate(named.map(({ tool, id }) => [[link(tool.name, `#${id}`)], tool]))] : [];
  return [...overview, ...named.map(({ tool, id }) => describeTool(tool, { model, book, detail, id, isFolded }))];
}

function tabulate(tools: readonly (readonly [name: Line, tool: ToolModel])[]): TableBlock {
  const rows = tools.map(([name, { title, description, annotations }]) => [
    name,
    [text(firstSentence(description ?? title ?? ''))],
    [text(describeEffects(annotations))],
  ]);
  return { kind: 'table', head: ['Tool', 'Purpose', 'Effects'], rows };
}

/** Groups tools by their first toolset. Tools without a toolset are always served. */
function groupTools(
  tools: readonly ToolModel[],
): readonly { readonly name: string; readonly tools: readonly ToolModel[] }[] {
  const groups = new Map<string, ToolModel[]>();
  for (const tool of tools) {
    const name = toolsetsOf(tool)[0] ?? '';
    const members = groups.get(name);
    if (members) members.push(tool);
    else groups.set(name, [tool]);
  }
  return [...groups].map(([name, members]) => ({ name, tools: members }));
}
