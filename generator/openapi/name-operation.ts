import type { ApiOperation } from './api-operation.js';
import { toLegalKey } from './schema/legal-key.js';

/**
 * Names for the tool of an operation, best first: by its operationId, by method and path, and these after the name of the
 * API. Each has 1 to 64 of the characters that all model providers accept.
 */
export function proposeNames(
  operation: ApiOperation,
  operationId: string | undefined,
  prefix: string,
  api: string,
): readonly string[] {
  const byId = operationId === undefined || operationId.trim() === '' ? [] : [operationId];
  const stems = [...byId, nameByPath(operation)];
  return [...stems, ...stems.map((stem) => `${api}_${stem}`)].map((stem) => legalName(prefix + stem));
}

/** A tool name that is like the one given. */
export function legalName(name: string): string {
  return toLegalKey(name, () => false);
}

/** `get_pets_by_petId_toys` for `GET /pets/{petId}/toys`. */
function nameByPath({ method, path }: ApiOperation): string {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replace(/\{([^{}]*)\}/gu, (_whole, name: string) => `by_${name}`));
  const words = [method, ...segments].map((word) => word.replace(/[^A-Za-z0-9-]+/gu, '_').replace(/^_+|_+$/gu, ''));
  return words.filter((word) => word !== '').join('_');
}
