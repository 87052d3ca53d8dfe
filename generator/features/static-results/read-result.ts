import { jsonObjectOf } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import { entryOf, itemsOf, type SourceNode } from '../../core/source/source-node.js';
import { checkPlaceholders, readContentBlock } from '../../feature-kit/definition/content-blocks.js';
import { declareHandler } from '../../feature-kit/definition/declare-handler.js';
import { readArguments } from '../../feature-kit/definition/read-arguments.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { staticResultPart } from './static-results-part.js';

/** Annotations of a tool that only returns text. */
const staticHints = jsonObjectOf({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** Reads `result` of a tool. Annotations in the definition replace the default annotations of a tool that changes nothing. */
export function readStaticResult(tool: ToolModel, node: SourceNode, resolution: Resolution): ToolModel {
  const result = entryOf(node, 'result');
  if (!result) return tool;
  for (const key of ['outputSchema', 'returns'] as const) {
    const output = entryOf(node, key);
    if (!output) continue;
    const message = `A tool has \`result\` or \`${key}\`, not both: a static result has no structured content.`;
    const help = `Remove \`${key}\`, or replace \`result\` with a handler.`;
    report(resolution, 'conflicting-keys', output.keyLocation, message, { help });
  }
  const names = [...readArguments(resolution, tool).keys()];
  resolution.diagnostics.push(...checkPlaceholders(result.value, { names, owner: 'tool', key: 'inputSchema' }));
  const blocks = result.value.kind === 'sequence' ? itemsOf(result.value) : [result.value];
  const declared = declareHandler(resolution, tool, node, { key: 'result', file: 'static-results.ts' });
  const annotations = new Map([...staticHints, ...(tool.annotations ?? [])]);
  return staticResultPart.on({ ...declared, annotations }, blocks.map(readContentBlock));
}
