import { jsonObjectOf, stringifyJson, type Json } from '../../core/model/json.js';
import type { ApiModel, Model } from '../../core/model/model.js';
import { childOf, stringAt, toJson, type SourceNode } from '../../core/source/source-node.js';
import type { Reading } from '../../feature-kit/feature.js';
import { bindConfiguredScheme, configuredScheme } from '../apis/security.js';
import { bindAddress } from '../apis/servers.js';
import { delegationPart } from '../delegation/delegation-part.js';
import { bindDelegation } from '../delegation/read-delegation.js';
import { bindUrl } from './bind-url.js';

/** Adds the APIs that tools with `http` call: one for each origin with the same `auth`. */
export function addApis(model: Model, { definitions }: Reading): Model {
  const apis = new Map<string, ApiModel>();
  const apiByTool = new Map<string, string>();
  for (const { key, node } of definitions.tools) {
    const http = childOf(node, 'http');
    const url = http && bindUrl(stringAt(http, 'url') ?? '');
    if (!http || !url || 'problem' in url) continue;
    const auth = childOf(http, 'auth');
    const identity = `${url.origin} ${auth ? stringifyJson(toJson(auth)) : ''}`;
    const api =
      apis.get(identity) ??
      createApi(`http${apis.size + 1}`, nameApi(url.origin, apis, model), http, url.origin, model.server.name);
    apis.set(identity, api);
    apiByTool.set(key, api.name);
  }
  if (apis.size === 0) return model;
  const tools = model.tools.map((tool) => {
    const api = tool.handler.kind === 'forward' ? apiByTool.get(tool.name) : undefined;
    return tool.handler.kind === 'forward' && api !== undefined ? { ...tool, handler: { ...tool.handler, api } } : tool;
  });
  return { ...model, tools, apis: [...model.apis, ...apis.values()] };
}

/**
 * Names an API after its host, like a key under `openapi`. Tokens and consent of callers are kept by this name, so APIs
 * of one host with different credentials have different names.
 */
function nameApi(origin: string, others: ReadonlyMap<string, ApiModel>, { apis }: Model): string {
  const host = hostOf(origin);
  const taken = new Set([...apis, ...others.values()].map(({ binding }) => binding.get('name')));
  let name = host;
  for (let count = 2; taken.has(name); count += 1) name = `${host}-${count}`;
  return name;
}

/** Host and port as a name, such as `api-example-com-8443`. */
function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//u, '').replaceAll(/[^a-z0-9]+/gu, '-');
}

function createApi(id: string, name: string, http: SourceNode, origin: string, serverName: string): ApiModel {
  const owner = { server: serverName, name };
  const auth = childOf(http, 'auth');
  const scheme = auth && bindConfiguredScheme(auth, owner);
  // One variable for each host, whatever the credentials.
  const server = bindAddress({ server: serverName, name: hostOf(origin) }, origin);
  const delegation = bindDelegation(http);
  const api: ApiModel = {
    name: id,
    binding: jsonObjectOf({
      name,
      server: server.binding,
      securitySchemes: scheme && new Map<string, Json>([[configuredScheme, scheme.binding]]),
      delegated: delegation && (delegation.isForHttpOnly ? 'http' : 'always'),
    }),
    environment: [...(delegation?.variables ?? []), ...(scheme?.variables ?? []), ...server.variables],
  };
  return delegation ? delegationPart.on(api, delegation.model) : api;
}
