import type { ToolModel } from '../../core/model/model.js';
import { entryOf, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution } from './resolve-entry.js';

/** Key that declares what a tool does. */
interface Declaration {
  readonly key: string;
  /** Path, in the generated folder, of the module that contains the key's functions. */
  readonly file: string;
}

/** Makes a key the implementation of a tool. */
export function declareHandler(
  resolution: Resolution,
  tool: ToolModel,
  node: SourceNode,
  { key, file }: Declaration,
): ToolModel {
  reportOtherHandlers(resolution, tool, node, key);
  return { ...tool, handler: { kind: 'declared', key, file } };
}

/** For a tool that a key implements, reports a second implementation, and keys that need a user handler. */
export function reportOtherHandlers(
  resolution: Resolution,
  tool: ToolModel,
  node: SourceNode,
  key: string,
  isImplemented = false,
): void {
  const former = tool.handler.kind === 'declared' ? tool.handler.key : 'handler';
  const handler = entryOf(node, former);
  if (handler) {
    const message = `A tool has \`${key}\` or \`${former}\`, not both.`;
    report(resolution, 'conflicting-keys', handler.keyLocation, message, { help: `Remove one of them.` });
  }
  const elicitations = entryOf(node, 'elicitations');
  if (elicitations && !isImplemented) {
    const message = `\`elicitations\` needs a handler that sends them; a tool with \`${key}\` has none.`;
    report(resolution, 'conflicting-keys', elicitations.keyLocation, message, {
      help: `Remove \`elicitations\`, or \`${key}\` to write a handler.`,
    });
  }
}
