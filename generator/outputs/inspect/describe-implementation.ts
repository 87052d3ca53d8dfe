import { features } from '../../features.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import type { Implementation } from '../../feature-kit/implementation.js';
import { text, type Line } from '../../feature-kit/pages/document.js';

/** Describes how a tool is implemented. */
export function describeImplementation(tool: ToolModel, model: Model): Implementation {
  for (const { implementation } of features) {
    const found = implementation?.(tool, model);
    if (found) return found;
  }
  const { handler } = tool;
  if (handler.kind === 'discovery') return handled('discovery', 'Built-in tool for the operations of an API');
  if (handler.kind === 'bound') return handled('handler', `Calls ${handler.exportName} of ${handler.module}`);
  return handled('handler', 'Calls a handler');
}

function handled(kind: string, summary: string): Implementation {
  return { kind, summary: [text(summary)] };
}

/** Prints a line as plain text. Code is in backticks. */
export function printPlain(line: Line): string {
  return line.map((part) => (part.kind === 'code' ? `\`${part.text}\`` : part.text)).join('');
}
