import type { UriMatcherModel } from '../../generator/core/model/model.js';
import { matchUri as matchAtRunTime, type UriVariables } from '../../runtime/core/calls/match-uri.js';

/** Applies a matcher of the model as a server does; `undefined` when the URI does not match. */
export function matchUri({ pattern, path, query }: UriMatcherModel, uri: string): UriVariables | undefined {
  return matchAtRunTime({ pattern: new RegExp(pattern, 'u'), path, query }, uri);
}
