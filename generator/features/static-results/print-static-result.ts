import type { ToolModel } from '../../core/model/model.js';
import { staticResultPart } from './static-results-part.js';

/** Prints the text blocks of a static result; `undefined` for a tool without one. */
export function printStaticResult(tool: ToolModel, input: { readonly [name: string]: unknown }): string | undefined {
  const blocks = staticResultPart.of(tool);
  if (blocks === undefined) return undefined;
  const texts = blocks.map((block) => block.get('text')).filter((part) => typeof part === 'string');
  return texts
    .join('\n')
    .replace(/\{\{([\w-]+)\}\}/gu, (whole, name: string) => (Object.hasOwn(input, name) ? String(input[name]) : whole));
}
