import type { ToolModel } from '../../core/model/model.js';
import { entryOf, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution } from './resolve-entry.js';

/** Key that declares what a tool does. */
interface Declaration {
  readonly key: string;
  /** Path of the module with its functions in the generated folder. */
  readonly file: string;
}

/** Makes a key the implementation of a tool. Reports keys that need a handler of the user, and a second implementation. */
export function declareHandler(
  resolution: Resolution,
  tool: ToolModel,
  node: SourceNode,
  { key, file }: Declaration,
): ToolModel {
  const former = tool.handler.kind === 'declared' ? tool.handler.key : 'handler';
  const handler = entryOf(node, former);
  if (handler) {
    const message = `A tool has \`${key}\` or \`${former}\`, not both.`;
    report(resolution, 'conflicting-keys', handler.keyLocation, message, { help: `Remove one of them.` });
  }
  const elicitations = entryOf(node, 'elicitations');
  if (elicitations) {
    const message = `\`elicitations\` needs a handler that sends them; a tool with \`${key}\` has none.`;
    report(resolution, 'conflicting-keys', elicitations.keyLocation, message, {
      help: `Remove \`elicitations\`, or \`${key}\` to write a handler.`,
    });
  }
  return { ...tool, handler: { kind: 'declared', key, file } };
}
