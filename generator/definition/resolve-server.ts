import { childOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';
import type { CapabilitiesModel, ChangingList, ServerModel } from '../model/model.js';
import { readCache } from './read-cache.js';
import { isTrueAt, textsAt } from '../resolve/resolution.js';

/** The server of the model; without a `server` in any definition (an error) it has no name. */
export function resolveServer(node: SourceNode | undefined): ServerModel {
  const optional = Object.fromEntries(
    ['title', 'description', 'websiteUrl', 'instructions'].flatMap((key) => {
      const value = stringAt(node, key);
      return value === undefined || value === '' ? [] : [[key, value]];
    }),
  );
  const icons = childOf(node, 'icons');
  const capabilities = childOf(node, 'capabilities');
  const cache = readCache(node, 'public');
  return {
    name: stringAt(node, 'name') ?? '',
    version: stringAt(node, 'version') ?? '',
    ...optional,
    ...(icons && { icons: toJson(icons) }),
    ...(capabilities && { capabilities: readCapabilities(capabilities) }),
    ...(cache && { cache }),
    ...(stringAt(node, 'negotiation') === 'strict' && { negotiation: 'strict' }),
    ...(childOf(node, 'toolsets') && { toolsets: textsAt(node, 'toolsets') }),
  };
}

const changingLists: readonly ChangingList[] = ['tools', 'prompts', 'resources'];

function readCapabilities(node: SourceNode): CapabilitiesModel {
  return {
    listChanged: changingLists.filter((list) => isTrueAt(childOf(node, list), 'listChanged')),
    subscribe: isTrueAt(childOf(node, 'resources'), 'subscribe'),
  };
}
