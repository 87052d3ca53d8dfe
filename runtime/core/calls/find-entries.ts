import type { ProtectedEntry } from '../api/auth.js';
import { isFileUri, parseFileUri } from '../../wire/file-uri.js';
import { isJsonObject, type JsonObject } from '../../wire/json-object.js';
import { methods } from '../../wire/methods.js';
import { loadTools } from '../service/load-tools.js';
import type { Service } from '../service/service.js';
import { findEnclosing } from '../../features/skills/find-skills.js';
import { findTemplate } from './read-resource.js';

/** Method and parameters of a request. */
interface RequestSubject {
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * Loads the tools when only they say which entries a request is about: a call of an operation in discover mode. Returns
 * `undefined` when nothing is to be loaded.
 */
export function prepareEntries(service: Service, { method }: RequestSubject): Promise<void> | undefined {
  const isCall = methods.get(method)?.needsTools === true;
  if (isCall && service.definition.tools.discovering !== undefined && service.tools === undefined) {
    return loadTools(service);
  }
  return undefined;
}

/**
 * Finds the entries that a request reads or calls, whether they exist or not; none for lists and for requests about the server
 * itself. After {@link prepareEntries}.
 */
export function findEntries(service: Service, { method, params }: RequestSubject): readonly ProtectedEntry[] {
  switch (method) {
    case 'tools/call':
      return findTools(service, params);
    case 'prompts/get':
      return name('prompts', params['name']);
    case 'skills/get':
    case 'resources/directory/read':
    case 'resources/read':
    case 'resources/subscribe':
      return findResources(service, [params['uri']]);
    case 'completion/complete':
      return findCompleted(params['ref']);
    case 'subscriptions/listen': {
      const { notifications: filter } = params;
      const uris = isJsonObject(filter) ? filter['resourceSubscriptions'] : undefined;
      return findResources(service, Array.isArray(uris) ? [...new Set<unknown>(uris.slice(0, maxWatched))] : []);
    }
    default:
      return [];
  }
}

/** A subscription to more resources is refused. */
const maxWatched = 1000;

function name(list: ProtectedEntry['list'], value: unknown): readonly ProtectedEntry[] {
  return typeof value === 'string' ? [{ list, name: value }] : [];
}

/** The tool; for the tool of discover mode that calls operations, the operation too. */
function findTools(service: Service, { name: tool, arguments: input }: JsonObject): readonly ProtectedEntry[] {
  const own = name('tools', tool);
  const isCaller = typeof tool === 'string' && service.tools?.get(tool)?.definition.discovery?.does === 'call';
  return isCaller && isJsonObject(input) ? [...own, ...name('tools', input['operation'])] : own;
}

function findResources(service: Service, uris: readonly unknown[]): readonly ProtectedEntry[] {
  return uris.flatMap((uri): readonly ProtectedEntry[] => {
    if (typeof uri !== 'string') return [];
    const skills = findEnclosing(service, uri);
    if (skills.length > 0) return skills;
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
