import { isJsonObject } from '../model/json.js';
import type { ApiModel } from '../model/model.js';

/**
 * The same APIs with the address of those whose document does not say it (`/v1`): it is relative to where the document was
 * fetched.
 */
export function fillAddresses(apis: readonly ApiModel[], documentAddress: string): readonly ApiModel[] {
  return apis.map((api) => {
    const server = api.binding.get('server');
    const url = isJsonObject(server) ? server.get('url') : undefined;
    const name = isJsonObject(server) ? server.get('environment') : undefined;
    if (typeof url !== 'string' || !/^\/(?!\/)[^{}]*$/u.test(url)) return api;
    const byDefault = new URL(url, documentAddress).href.replace(/\/$/u, '');
    const environment = api.environment.map((variable) =>
      variable.name === name && variable.isNeeded ? { ...variable, byDefault } : variable,
    );
    return { ...api, environment };
  });
}
