import { isJsonObject, type JsonObject } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import type { Implementation } from '../../feature-kit/implementation.js';
import { code, text } from '../../feature-kit/pages/document.js';

/**
 * Describes how a tool that calls an API is implemented.
 *
 * @param key Key of the tool that declares the request; `undefined` for operations of documents.
 */
export function describeRequest(
  { handler }: ToolModel,
  { apis }: Model,
  key: string | undefined,
): Implementation | undefined {
  if (handler.kind !== 'forward' || handler.key !== key) return undefined;
  const { operation, api, isImplemented } = handler;
  const binding = apis.find(({ name }) => name === api)?.binding;
  const server = [operation.get('server'), binding?.get('server')].find(isJsonObject);
  const url = String(server?.get('url') ?? '');
  const method = String(operation.get('method')).toUpperCase();
  // The address can be a path, or have variables.
  const host = /^https?:\/\/([^/?#]+)/iu.exec(url)?.[1];
  const verb = isImplemented ? 'A handler, which can send ' : 'Sends ';
  return {
    kind: key ?? 'openapi',
    summary: [text(`${verb}a `), code(method), text(' request to '), host === undefined ? text('an API') : code(host)],
    code: [`${method} ${url.replace(/\/$/u, '')}${printPath(operation)}`],
    ...(key !== undefined && { isDeclared: true }),
  };
}

/** Prints the path of an operation as a template, such as `/pets/{petId}`. */
function printPath(operation: JsonObject): string {
  const pieces = operation.get('path');
  return (Array.isArray(pieces) ? pieces : [])
    .map((piece) => (isJsonObject(piece) ? `{${String(piece.get('name'))}}` : String(piece)))
    .join('');
}
