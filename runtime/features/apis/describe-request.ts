import { structured, type ToolResult } from '../../core/api/builders.js';
import { createMask } from '../../core/results/mask-secrets.js';
import { secretNames } from './call-credentials.js';
import type { ForwardApi, ForwardOperation, ForwardServer } from './forward-definition.js';
import { readApiVariable } from './resolve-server.js';
import type { ApiRequest } from './send-request.js';

/** Pattern for names of query parameters whose values are secrets, in snake case. */
const secretParameters = /(?:^|[^a-z])(?:api)?(?:key|password|secret|sig|signature|token)$/u;
/** Maximum length of each text of a description, in characters. */
const maxCharacters = 10_000;

/**
 * Describes a request that is not sent, as the result of its tool: `{ dryRun: true, request }`. Masks values of the
 * environment that are secrets, and headers and query parameters whose names mean a secret.
 *
 * @param request The request without credentials.
 */
export function describeRequest(
  api: ForwardApi,
  operation: ForwardOperation,
  { method, url, headers, body }: ApiRequest,
): ToolResult {
  const mask = createMask(listSecrets(api, operation.server ?? api.server));
  const show = (text: string): string => limit(mask(text));
  const shownHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    secretNames.test(name) ? '***' : show(value),
  ]);
  const request = {
    method,
    url: show(maskQuery(url)),
    headers: Object.fromEntries(shownHeaders) as { readonly [name: string]: string },
    ...(body !== undefined && { body: typeof body === 'string' ? show(body) : `${body.length} bytes` }),
  };
  return structured({ dryRun: true, request });
}

/** Lists the values of environment variables that are secrets of an API, or part of its URL. */
function listSecrets({ securitySchemes = {} }: ForwardApi, { variables = {} }: ForwardServer): readonly string[] {
  const ofSchemes = Object.values(securitySchemes).flatMap((scheme) =>
    Object.entries(scheme).flatMap(([member, name]) => (/^(?!tokenUrl).*Variable$/u.test(member) ? [name] : [])),
  );
  const ofServer = Object.entries(variables).flatMap(([name, { environment }]) =>
    secretNames.test(name.toLowerCase()) ? [environment] : [],
  );
  return [...ofSchemes, ...ofServer].flatMap((name) => readApiVariable(name) ?? []);
}

function maskQuery(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const pairs = url.slice(start + 1).split('&');
  const masked = pairs.map((pair) => {
    const [name = '', value] = pair.split('=', 2);
    const isSecret = secretParameters.test(name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_').toLowerCase());
    return isSecret && value !== undefined ? `${name}=***` : pair;
  });
  return `${url.slice(0, start)}?${masked.join('&')}`;
}

function limit(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}… (${text.length} characters)`;
}
