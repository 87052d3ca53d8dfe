import type { ToolModel } from '../../core/model/model.js';
import { booleanAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, entryOf, type SourceNode } from '../../core/source/source-node.js';
import { checkPlaceholders } from '../../feature-kit/definition/content-blocks.js';
import { reportOtherHandlers } from '../../feature-kit/definition/declare-handler.js';
import { readArguments } from '../../feature-kit/definition/read-arguments.js';
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
    const isStarted = tool.handler.kind === 'stub' && tool.handler.start !== undefined;
    if (implement && !isStarted) {
      const message = '`implement` is for tools with `http` or `sql`: other tools have a handler anyway.';
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
  const toolArguments = readArguments(resolution, tool);
  const operation = bindRequest(resolution, tool, http, toolArguments);
  checkPlaceholdersOf(resolution, http, [...toolArguments.keys()]);
  if (!isImplemented) reportUnused(resolution, node, http);
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

/** Lists the parts of a request that can contain placeholders. */
function listPlaces(http: SourceNode): readonly SourceNode[] {
  return ['url', 'query', 'headers', 'body'].flatMap((key) => childOf(http, key) ?? []);
}

/** Reports placeholders that do not match an argument. */
function checkPlaceholdersOf(resolution: Resolution, http: SourceNode, names: readonly string[]): void {
  for (const place of listPlaces(http)) {
    resolution.diagnostics.push(...checkPlaceholders(place, { names, owner: 'tool', key: 'inputSchema' }));
  }
}

/** Reports arguments without a placeholder. Only arguments that the tool itself declares are reported. */
function reportUnused(resolution: Resolution, tool: SourceNode, http: SourceNode): void {
  const used = new Set(listPlaces(http).flatMap(listArguments));
  for (const { key, keyLocation } of entriesOf(childOf(childOf(tool, 'inputSchema'), 'properties'))) {
    if (used.has(key)) continue;
    const message = `The request does not contain the argument \`${key}\`.`;
    const help = `Insert \`{{${key}}}\` into \`url\`, \`query\`, \`headers\` or \`body\`, or remove the argument.`;
    report(resolution, httpDiagnostics['unused-argument'], keyLocation, message, { help });
  }
}
