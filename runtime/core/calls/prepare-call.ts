import type { ProtectedEntry } from '../api/auth.js';
import type { Channel, Preparation } from '../exchange/exchange.js';
import { isFileUri, parseFileUri } from '../../wire/file-uri.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import type { Request } from '../../wire/json-rpc.js';
import type { Method } from '../../wire/methods.js';
import { loadTools } from '../service/load-tools.js';
import type { Service } from '../service/service.js';
import type { Tool } from '../service/tool.js';
import { findResource, openResources } from '../service/open-parts.js';
import { findTemplate } from './read-resource.js';

/** Request that its caller is allowed to make. */
export interface PreparedCall extends Preparation {
  readonly request: Request;
  readonly method: Method;
  /** Enabled tool that is called. */
  readonly tool: Tool | undefined;
}

/** Request that is ready to be served, or the scopes that it needs if its caller lacks any of them. */
export type Prepared = PreparedCall | { readonly lacking: readonly string[] };

const noMethod: Method = {};

/**
 * Prepares a request: loads the tools and parts that it needs, and checks the scopes of its caller. A request is
 * prepared once: when it is served or, over HTTP, on arrival, so that missing scopes become an HTTP status.
 *
 * @returns Not a promise if everything is loaded. Rejects if something cannot be loaded.
 */
export function prepareCall(
  service: Service,
  request: Request,
  { auth, prepared }: Pick<Channel, 'auth' | 'prepared'>,
): Prepared | Promise<Prepared> {
  if (prepared !== undefined) return prepared as PreparedCall;
  const method = service.parts.methods.get(request.method) ?? noMethod;
  const prepare = (): Prepared => {
    const { access } = service;
    const lacking = access?.findLacking(findEntries(service, request), auth);
    return lacking === undefined ? { request, method, tool: findTool(service, method, request) } : { lacking };
  };
  const loading = load(service, method);
  return loading === undefined ? prepare() : loading.then(prepare);
}

function load(service: Service, { needsTools, needsResources }: Method): Promise<unknown> | undefined {
  if (needsTools === true) return service.state.tools === undefined ? loadTools(service) : undefined;
  return needsResources === true ? openResources(service) : undefined;
}

function findTool({ state, enabled }: Service, { needsTools }: Method, { params }: Request): Tool | undefined {
  const { name } = params;
  if (needsTools !== true || typeof name !== 'string') return undefined;
  return enabled.has('tools', name) ? state.tools?.get(name) : undefined;
}

/**
 * Finds the entries that a request reads or calls, even if they do not exist. Requests for lists and about the server
 * itself have none.
 */
function findEntries(service: Service, { method, params }: Request): readonly ProtectedEntry[] {
  switch (method) {
    case 'tools/call':
      return findTools(service, params);
    case 'prompts/get':
      return name('prompts', params['name']);
    case 'completion/complete':
      return findCompleted(params['ref']);
    case 'subscriptions/listen': {
      const { notifications: filter } = params;
      const uris = isJsonObject(filter) ? filter['resourceSubscriptions'] : undefined;
      return findResources(service, Array.isArray(uris) ? [...new Set<unknown>(uris.slice(0, maxWatched))] : []);
    }
    default:
      return service.parts.methods.get(method)?.needsResources === true ? findResources(service, [params['uri']]) : [];
  }
}

/** Maximum number of resources in a subscription; larger subscriptions are refused. */
const maxWatched = 1000;

function name(list: ProtectedEntry['list'], value: unknown): readonly ProtectedEntry[] {
  return typeof value === 'string' ? [{ list, name: value }] : [];
}

/** Finds the tool that is called; for the discover mode tool that calls operations, also the operation. */
function findTools(service: Service, { name: tool, arguments: input }: JsonObject): readonly ProtectedEntry[] {
  const entries = name('tools', tool);
  const isCaller = typeof tool === 'string' && service.state.tools?.get(tool)?.definition.discovery?.does === 'call';
  return isCaller && isJsonObject(input) ? [...entries, ...name('tools', input['operation'])] : entries;
}

function findResources(service: Service, uris: readonly unknown[]): readonly ProtectedEntry[] {
  return uris.flatMap((uri): readonly ProtectedEntry[] => {
    if (typeof uri !== 'string') return [];
    const found = findResource(service, uri);
    if (found !== undefined) return found.entries;
    const file = isFileUri(uri) ? parseFileUri(uri) : undefined;
    if (file !== undefined) return [{ list: 'tools', name: file.tool }];
    const isResource = service.resources.has(uri) && service.enabled.has('resources', uri);
    const template = isResource ? undefined : findTemplate(service, uri)?.template.uriTemplate;
    return [template === undefined ? { list: 'resources', name: uri } : { list: 'resourceTemplates', name: template }];
  });
}

function findCompleted(ref: unknown): readonly ProtectedEntry[] {
  if (!isJsonObject(ref)) return [];
  return ref['type'] === 'ref/prompt' ? name('prompts', ref['name']) : name('resourceTemplates', ref['uri']);
}
