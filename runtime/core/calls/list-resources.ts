import type { Descriptor, ResourceTemplateDefinition } from '../api/definition.js';
import type { JsonObject } from '../../wire/json.js';
import { HandlerResultError, checkBlock } from '../results/encode-content.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { encodePage, listEnabled, type ListEntry } from '../service/lists.js';
import * as pageCode from '../service/page-code.js';
import type { Service } from '../service/service.js';
import type { CallContext } from './call-context.js';
import { findTemplate, handlerCacheHints } from './read-resource.js';
import { reportFailure } from './report-failure.js';

/**
 * Serves `resources/list` of a server whose handlers list resources: first the definition's resources, then those from
 * each handler. The handler of a template whose scopes the caller lacks is not called.
 *
 * @throws ProtocolError -32602 for an invalid cursor; -32603 if a handler fails or does not return a list of resources.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources
 */
export async function listResources(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody> {
  const { definition, enabled, options, access } = service;
  const all = new Map<string, ListEntry>();
  for (const template of definition.resourceTemplates) {
    const { uriTemplate: name } = template;
    if (!enabled.has('resourceTemplates', name)) continue;
    if (access?.findLacking([{ list: 'resourceTemplates', name }], context.auth) !== undefined) continue;
    for (const entry of await listTemplate(service, template, context)) all.set(entry.key, entry);
  }
  const declared = listEnabled('resources', definition, enabled, await definition.loadDescriptors());
  if (context.isClosed) return emptyBody;
  for (const { key } of declared) all.delete(key);
  const entries = [...declared, ...all.values()];
  const { cursor } = params;
  const start = cursor === undefined ? 0 : pageCode.findStart('resources', cursor, entries);
  const { members = '' } = encodePage('resources', entries, start, options, context.protocolVersion, pageCode);
  return { members, cache: handlerCacheHints };
}

async function listTemplate(
  service: Service,
  { uriTemplate, mimeType }: ResourceTemplateDefinition,
  context: CallContext,
): Promise<readonly ListEntry[]> {
  try {
    const list = (await service.loadHandlers()).lists?.[uriTemplate];
    // A request that was cancelled in the meantime must no longer take effect.
    if (list === undefined || context.isClosed) return [];
    context.enter(service, 'LIST', uriTemplate);
    const returned: unknown = await list(context);
    if (!Array.isArray(returned)) throw new HandlerResultError('The handler must return an array of resources');
    return returned.map((item: JsonObject, index) => {
      const path = `resources[${index}]`;
      const resource: JsonObject = { mimeType, ...item };
      checkBlock({ ...resource, type: 'resource_link' }, path);
      const uri = String(resource['uri']);
      if (findTemplate(service, uri) === undefined) throw new HandlerResultError(`${path}.uri must match a template`);
      return { key: uri, descriptor: describeResource(resource) };
    });
  } catch (error) {
    throw reportFailure(service, context, error, `LIST: ${uriTemplate}`, 'Resource list failed');
  }
}

const resourceFields = ['uri', 'name', 'title', 'description', 'mimeType', 'size', 'icons', 'annotations', '_meta'];

function describeResource(resource: JsonObject): Descriptor {
  const fields = resourceFields.flatMap((field) => {
    const text = JSON.stringify(resource[field]);
    return text === undefined ? [] : [[field, text] as const];
  });
  return { fields: Object.fromEntries(fields) };
}
