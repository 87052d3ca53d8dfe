import type { Model, ToolModel } from '../../model/model.js';
import { stringLiteral } from '../../code/escape.js';
import { jsonExpression } from '../../code/json-expression.js';
import type { RenderTemplate } from '../../code/templates.js';
import type { GeneratedFile } from '../../code/generated-file.js';
import { isForwarded } from '../handlers/handler-module.js';
import type { ToolFields } from '../../descriptors/descriptor-fields.js';
import { fieldViews } from './emit-descriptors.js';
import { listCatalogues, toolView, type ToolValidators } from './emit-tools.js';

/** Operations whose details share a module. */
const maximalDetails = 50;

/**
 * The files of `generated/catalogues/`: the operations of APIs that three tools stand for, and, in modules of their own, the
 * schemas that only a description needs.
 *
 * @param describeTool Gives the descriptor of a tool.
 */
export function emitCatalogues(
  model: Model,
  validators: ToolValidators,
  describeTool: (tool: ToolModel) => ToolFields,
  render: RenderTemplate,
): readonly GeneratedFile[] {
  return listCatalogues(model).flatMap(({ api, operations }) => {
    const views = operations.map((tool, position) => {
      const described = describeTool(tool);
      const details = described.fields.filter(([name]) => name !== 'title' && name !== 'description');
      return {
        ...toolView(tool, described, validators),
        ...operationView(tool),
        module: stringLiteral(`../${validators.get(tool.name)?.module ?? ''}`),
        details: stringLiteral(`./${detailsStem(api, position)}.ts`),
        detailsName: `operation${position + 1}`,
        fields: fieldViews(details),
        legacyFields: fieldViews(described.legacyFields),
      };
    });
    const chunks = Array.from({ length: Math.ceil(views.length / maximalDetails) }, (_chunk, index) =>
      views.slice(index * maximalDetails, (index + 1) * maximalDetails),
    );
    const usesForwards = operations.some(isForwarded);
    return [
      {
        path: `catalogues/${api}.ts`,
        content: render('generated/catalogue.ts', { operations: views, usesForwards }),
      },
      ...chunks.map((chunk, index) => ({
        path: `catalogues/${detailsStem(api, index * maximalDetails)}.ts`,
        content: render('generated/catalogue-details.ts', { operations: chunk }),
      })),
    ];
  });
}

function detailsStem(api: string, position: number): string {
  return `${api}-details-${Math.floor(position / maximalDetails) + 1}`;
}

/** What a catalogue knows about an operation without its schemas. */
function operationView(tool: ToolModel) {
  const { title, description = '', catalogued } = tool;
  return {
    title: title === undefined ? '' : stringLiteral(title),
    description: stringLiteral(description),
    tags: jsonExpression(catalogued?.tags ?? []),
    request: stringLiteral(catalogued?.request ?? ''),
    isForwarded: isForwarded(tool),
  };
}
