import { visible } from '../../core/diagnostics/format-diagnostics.js';
import type { ToolOrigin } from '../../core/model/model.js';
import type { RankedTool } from './rank-tools.js';

/**
 * Explains how to write questions, with one of the project's own tools as the example.
 *
 * @param origin Where the settings of an API tool are; absent for a tool under `tools`.
 */
export function adviseQuestions(tool: Pick<RankedTool, 'name'> | undefined, origin?: ToolOrigin): string {
  if (!tool) return 'There are no tools that questions could be about.\n';
  const [keys, name] = origin
    ? [['openapi', origin.api, 'tools'], origin.aliases[0] ?? tool.name]
    : [['tools'], tool.name];
  const path = [...keys, name].map((key, level) => `${'  '.repeat(level)}${quote(key)}:\n`).join('');
  const indent = '  '.repeat(keys.length + 1);
  return `No tool has questions. Write next to each tool what users would ask:

${path}${indent}questions:
${indent}  - what a user would ask

Use the words of users, not those of the description. A question can also be an object, such as
{ ask: …, tools: [a, b], never: [c] }, if it needs several tools or must not lead to some.
`;
}

/** Returns a key or text as YAML, in quotes if necessary. */
function quote(text: string): string {
  return /^[a-z][\w ,?-]*$/iu.test(text) ? text : JSON.stringify(visible(text));
}
