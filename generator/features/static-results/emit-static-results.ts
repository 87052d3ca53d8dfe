import type { GeneratedFile } from '../../core/code/generated-file.js';
import { propertyName } from '../../core/code/escape.js';
import { jsonExpression, objectExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import {
  hasPlaceholders,
  templateExpression,
  type PlaceholderFunction,
} from '../../feature-kit/emit/emit-static-content.js';
import { staticResultPart } from './static-results-part.js';

/** Emits `static-results.ts`: a function for each tool with a static result. */
export function emitStaticResults(model: Model, render: RenderTemplate): readonly GeneratedFile[] {
  const imports = new Set(['results']);
  const tools = model.tools.flatMap((tool) => {
    const blocks = staticResultPart.of(tool);
    if (!blocks) return [];
    const used = new Set<string>();
    const expressions = blocks.map((block) => blockExpression(block, used));
    for (const name of used) imports.add(name);
    return [{ identifier: tool.names.identifier, expressions, usesInput: blocks.some(hasPlaceholders) }];
  });
  if (tools.length === 0) return [];
  const content = render('generated/static-results.ts', { imports: [...imports].toSorted().join(', '), tools });
  return [{ path: 'static-results.ts', content }];
}

/** Builders of the runtime, by `type`, with the keys of a block that become positional parameters. */
const builders: { readonly [type: string]: readonly [builder: string, ...keys: readonly string[]] } = {
  text: ['text', 'text'],
  image: ['image', 'data', 'mimeType'],
  audio: ['audio', 'data', 'mimeType'],
  resource_link: ['resourceLink', 'uri', 'name'],
  resource: ['embeddedResource', 'resource'],
};

/**
 * Returns the expression of a content block.
 *
 * @param used Receives the functions of the runtime that the expression calls.
 */
function blockExpression(block: JsonObject, used: Set<string>): string {
  const [builder, ...keys] = builders[String(block.get('type'))] ?? ['text', 'text'];
  const values = keys.map((key) => valueExpression(key, block.get(key) ?? '', used));
  const options = [...block].filter(([key]) => key !== 'type' && !keys.includes(key));
  // A string is a text block.
  if (builder === 'text' && options.length === 0) return values.join('');
  used.add(builder);
  const last = options.length > 0 ? [valueExpression('', new Map(options), used)] : [];
  return `${builder}(${[...values, ...last].join(', ')})`;
}

/** Returns the expression of a member of a content block. Arguments in a `uri` are percent-encoded. */
function valueExpression(key: string, value: Json, used: Set<string>): string {
  if (isJsonObject(value)) {
    const members = [...value].map(([name, member]) => ({
      name: propertyName(name),
      value: valueExpression(name, member, used),
    }));
    return objectExpression(members) ?? '{}';
  }
  const fill: PlaceholderFunction = key === 'uri' ? 'fillUriPlaceholder' : 'fillPlaceholder';
  if (hasPlaceholders(value)) used.add(fill);
  return jsonExpression(value, (text) => templateExpression(text, fill));
}
