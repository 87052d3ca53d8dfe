import type { Checker, Operation } from './api-document.js';

/** JSON, or bytes and text of another media type. */
export interface DocumentedReply {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
}

/** An operation and where in the document it is. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Encodes an answer. One that the document does not have is an error of the API, which nothing hides. */
export function encodeReply(route: Route, reply: DocumentedReply, check: Checker, faults: string[]): Response {
  const { status, body, type = 'application/json' } = reply;
  const problem = findFault(route, { status, body, type }, check);
  if (problem !== undefined) {
    faults.push(`${route.operation.operationId}: ${problem}`);
    return Response.json({ message: `The API breaks its document: ${problem}` }, { status: 500 });
  }
  if (body === undefined) return new Response(null, { status });
  const bytes = type === 'application/json' ? JSON.stringify(body) : (body as string | Uint8Array<ArrayBuffer>);
  return new Response(bytes, { status, headers: { 'content-type': type } });
}

function findFault(
  { path, method, operation }: Route,
  { status, body, type }: Required<DocumentedReply>,
  check: Checker,
): string | undefined {
  const key = operation.responses[String(status)] ? String(status) : 'default';
  const known = operation.responses[key];
  if (known === undefined) return `it has no ${status}`;
  if (body === undefined) return undefined;
  if (known.content?.[type] === undefined) return `${status} is no ${type}`;
  if (type !== 'application/json') return undefined;
  return check(body, 'paths', path, method, 'responses', key, 'content', type, 'schema');
}
