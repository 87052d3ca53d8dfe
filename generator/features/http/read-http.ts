import { isJsonObject } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import { booleanAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, entryOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { checkPlaceholders } from '../../feature-kit/definition/content-blocks.js';
import { reportOtherHandlers } from '../../feature-kit/definition/declare-handler.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { annotationsOf } from '../apis/describe-operation.js';
import { bindRequest } from './bind-request.js';
import { listArguments } from './bind-values.js';
import { httpDiagnostics } from './diagnostics.js';

/** Reads `http` of a tool. The API of the tool's handler is still empty. */
export function readHttp(tool: ToolModel, node: SourceNode, resolution: Resolution): ToolModel {
  const entry = entryOf(node, 'http');
  const implement = entryOf(node, 'implement');
  if (!entry) {
    if (implement) {
      const message = '`implement` is for tools with `http`: other tools have a handler anyway.';
      report(resolution, 'conflicting-keys', implement.keyLocation, message, { help: 'Remove it.' });
    }
    return tool;
  }
  const http = entry.value;
  const isImplemented = booleanAt(node, 'implement') === true;
  reportOtherHandlers(resolution, tool, node, 'http', isImplemented);
  const returns = entryOf(node, 'returns');
  if (returns) {
    const message = 'A tool has `http` or `returns`, not both.';
    report(resolution, 'conflicting-keys', returns.keyLocation, message, {
      help: 'Describe the response with `outputSchema`.',
    });
  }
  const operation = bindRequest(resolution, tool, http);
  checkArguments(resolution, tool, node, isImplemented);
  const method = String(operation.get('method')).toLowerCase();
  const { timeoutMs: _, ...others } = tool;
  return {
    // The timeout applies to the request, unless a handler can send several requests.
    ...(isImplemented ? tool : others),
    annotations: new Map([...annotationsOf({ method }), ...(tool.annotations ?? [])]),
    handler: {
      kind: 'forward',
      key: 'http',
      api: '',
      operation,
      isImplemented,
      allowsInvalidOutput: false,
      altersOutput: tool.output === undefined,
    },
  };
}

/** Reports placeholders that do not match an argument, and arguments without a placeholder. */
function checkArguments(resolution: Resolution, tool: ToolModel, node: SourceNode, isImplemented: boolean): void {
  const { schema } = tool.input;
  const properties = isJsonObject(schema) ? schema.get('properties') : undefined;
  const names = isJsonObject(properties) ? [...properties.keys()] : [];
  const http = childOf(node, 'http');
  const places = ['url', 'query', 'headers', 'body'].flatMap((key) => childOf(http, key) ?? []);
  for (const place of places) {
    resolution.diagnostics.push(...checkPlaceholders(place, { names, owner: 'tool', key: 'inputSchema' }));
  }
  const used = new Set(places.flatMap(listArguments));
  for (const { key, keyLocation } of entriesOf(childOf(childOf(node, 'inputSchema'), 'properties'))) {
    if (used.has(key) || isImplemented) continue;
    const message = `The request does not contain the argument \`${key}\`.`;
    const help = `Insert \`{{${key}}}\` into \`url\`, \`query\`, \`headers\` or \`body\`, or remove the argument.`;
    report(resolution, httpDiagnostics['unused-argument'], keyLocation, message, { help });
  }
}

/** URL of a tool's request; empty if it is invalid. */
export function urlOf(http: SourceNode): string {
  return stringAt(http, 'url') ?? '';
}
