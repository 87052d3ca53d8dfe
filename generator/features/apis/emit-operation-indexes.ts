import type { ToolModel } from '../../core/model/model.js';
import { propertyName, stringLiteral } from '../../core/code/escape.js';
import { memberViews, type MemberView } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import { isForwarded } from '../../feature-kit/emit/handler-module.js';
import { collectKeywords } from '../../feature-kit/emit/collect-keywords.js';
import { toolMembers } from '../../feature-kit/emit/tool-members.js';
import type { Emitting } from '../../feature-kit/feature.js';
import { listOperationIndexes } from './list-operation-indexes.js';
import { shareDefinitions, type SharedDefinitions } from './shared-definitions.js';

/** Maximum number of operations per module of details. */
const maxDetails = 50;

/**
 * Emits `generated/operation-index/`: the API operations that clients reach through three tools. Schemas that only
 * `describe` needs, and definitions that several of these schemas share, are in separate modules.
 */
export function emitOperationIndexes({
  model,
  validators,
  describeTool,
  addMembers,
  render,
}: Emitting): readonly GeneratedFile[] {
  return listOperationIndexes(model).flatMap(({ api, operations }) => {
    const all = operations.flatMap((tool) => [...describeTool(tool).fields, ...describeTool(tool).legacyFields]);
    const keywords = collectKeywords(model.definitions, operations);
    const shared = shareDefinitions(all.map(([, json]) => json));
    const views = operations.map((tool, position) => {
      const described = describeTool(tool);
      const details = described.fields.filter(([name]) => name !== 'title' && name !== 'description');
      const location = validators.get(tool.name);
      const load = `() => import(${stringLiteral(`../${location?.module ?? ''}`)})`;
      const detailsName = `operation${position + 1}`;
      const printed = [details, described.legacyFields].map((fields) =>
        fields.map(([name, json]) => ({ name: propertyName(name), ...shared.printText(json) })),
      );
      return {
        members: [
          ...toolMembers(tool, described, location, load, addMembers(tool)),
          ...operationMembers(
            tool,
            keywords[position] ?? '',
            stringLiteral(`./${detailsStem(api, position)}.ts`),
            detailsName,
          ),
        ],
        detailsName,
        fields: printed[0],
        legacyFields: printed[1],
        isSharing: printed.flat().some(({ isSharing }) => isSharing),
      };
    });
    const chunks = Array.from({ length: Math.ceil(views.length / maxDetails) }, (_chunk, index) =>
      views.slice(index * maxDetails, (index + 1) * maxDetails),
    );
    const callsApi = operations.some(isForwarded);
    return [
      {
        path: `operation-index/${api}.ts`,
        content: render('generated/operation-index.ts', { operations: views, callsApi }),
      },
      ...chunks.map((chunk, index) => ({
        path: `operation-index/${detailsStem(api, index * maxDetails)}.ts`,
        content: render('generated/operation-index-details.ts', {
          operations: chunk,
          definitions: chunk.some(({ isSharing }) => isSharing) ? stringLiteral(`./${api}-definitions.ts`) : '',
        }),
      })),
      ...(shared.texts.size === 0 ? [] : [emitShared(api, shared, render)]),
    ];
  });
}

/** Emits the definitions that the details of an API share. */
function emitShared(api: string, { texts }: SharedDefinitions, render: RenderTemplate): GeneratedFile {
  const definitions = [...texts].map(([name, text]) => ({ name: propertyName(name), value: stringLiteral(text) }));
  return {
    path: `operation-index/${api}-definitions.ts`,
    content: render('generated/operation-index-definitions.ts', { definitions }),
  };
}

function detailsStem(api: string, position: number): string {
  return `${api}-details-${Math.floor(position / maxDetails) + 1}`;
}

/** Lists the members that an operation has in addition to a tool's members. */
function operationMembers(
  tool: ToolModel,
  keywords: string,
  module: string,
  detailsName: string,
): readonly MemberView[] {
  const { name, title, description = '', unlisted } = tool;
  return memberViews(
    {
      title,
      description,
      tags: unlisted?.tags ?? [],
      request: unlisted?.request ?? '',
      keywords: keywords || undefined,
    },
    {
      details: `async () => (await import(${module})).${detailsName}`,
      handler: isForwarded(tool) ? `forwardToApi(${stringLiteral(name)})` : undefined,
    },
  );
}
