import type { Model, ToolModel } from '../../model/model.js';
import { stringLiteral } from '../code/escape.js';
import { jsonExpression } from '../code/json-expression.js';
import type { RenderTemplate } from '../code/templates.js';
import type { GeneratedFile } from '../generated-file.js';
import { isForwarded } from '../handlers/handler-module.js';
import { listCatalogues } from './list-catalogues.js';
import { toolView, type DescriptorLinks } from './emit-descriptors.js';
import { mapByName } from './wire-schema.js';

/** Operations whose details share a module. */
const maximalDetails = 50;

/**
 * The files of `generated/catalogues/`: the operations of APIs that three tools stand for, and, in modules of their own, the
 * schemas that only a description needs.
 *
 * @param runtime Module specifier of the runtime, as seen from that folder.
 */
export function emitCatalogues(
  model: Model,
  { validators }: Pick<DescriptorLinks, 'validators'>,
  runtime: string,
  render: RenderTemplate,
): readonly GeneratedFile[] {
  const definitions = mapByName(model.definitions);
  return listCatalogues(model).flatMap(({ api, operations }) => {
    const views = operations.map((tool, position) => {
      const view = toolView(tool, definitions, { validators });
      const isDetail = ({ name }: { readonly name: string }) => name !== 'title' && name !== 'description';
      return {
        ...view,
        ...operationView(tool),
        module: stringLiteral(`../${validators.get(tool.name)?.module ?? ''}`),
        details: stringLiteral(`./${detailsStem(api, position)}.ts`),
        detailsName: `operation${position + 1}`,
        fields: view.fields.filter(isDetail),
      };
    });
    const chunks = Array.from({ length: Math.ceil(views.length / maximalDetails) }, (_chunk, index) =>
      views.slice(index * maximalDetails, (index + 1) * maximalDetails),
    );
    const usesForwards = operations.some(isForwarded);
    return [
      {
        path: `catalogues/${api}.ts`,
        content: render('generated/catalogue.ts', { runtime, operations: views, usesForwards }),
      },
      ...chunks.map((chunk, index) => ({
        path: `catalogues/${detailsStem(api, index * maximalDetails)}.ts`,
        content: render('generated/catalogue-details.ts', { runtime, operations: chunk }),
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
