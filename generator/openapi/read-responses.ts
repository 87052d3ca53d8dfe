import { entriesOf } from '../source/source-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation, ApiResponse } from './api-operation.js';
import { readContents, readMediaTypes } from './read-body.js';

/** The answers of an operation that mean success: those with a status of 2xx, else the default one. */
export function readSuccesses(document: ApiDocument, operation: ApiOperation): readonly ApiResponse[] {
  const responses = document.container(operation.operation, 'responses');
  const entries = entriesOf(responses?.node);
  const successes = entries.filter(({ key }) => /^2(\d\d|XX)$/iu.test(key));
  const chosen = successes.length > 0 ? successes : entries.filter(({ key }) => key === 'default');
  return chosen.flatMap(({ key, value }) => {
    const response = document.follow({ node: value, file: responses?.file ?? document.root.file });
    if (!response) return [];
    if (document.version !== '2.0') {
      return [{ status: key, contents: readContents(document, document.container(response, 'content')) }];
    }
    const schema = document.child(response, 'schema');
    const mediaTypes = schema ? readMediaTypes(document, operation, 'produces') : [];
    return [{ status: key, contents: mediaTypes.map((mediaType) => ({ mediaType, ...(schema && { schema }) })) }];
  });
}

/** Whether a redirect is described and no success: where it leads to is what the operation answers. */
export function isAnsweredByRedirect(document: ApiDocument, { operation }: ApiOperation): boolean {
  const statuses = entriesOf(document.container(operation, 'responses')?.node).map(({ key }) => key);
  return statuses.some((status) => /^3(\d\d|XX)$/iu.test(status)) && !statuses.some((status) => status.startsWith('2'));
}
