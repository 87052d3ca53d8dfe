import {
  cachedKinds,
  type CapabilitiesModel,
  type ChangingList,
  type ServerCacheModel,
  type ServerModel,
} from '../../core/model/model.js';
import { booleanAt } from '../../core/source/read-values.js';
import { childOf, stringAt, toJson, type SourceNode } from '../../core/source/source-node.js';
import { readCache, readCacheHints } from '../../feature-kit/definition/resolve-entry.js';

/** Reads the cache hints of a server. Hints for a kind of result default to the server's hints. */
function readServerCache(node: SourceNode | undefined): ServerCacheModel | undefined {
  const cache = readCache(node, 'public');
  const cacheNode = childOf(node, 'cache');
  const kinds = cachedKinds.flatMap((kind) => {
    const hints = cache && readCacheHints(childOf(cacheNode, kind), cache);
    return hints ? [[kind, hints] as const] : [];
  });
  return cache && { ...cache, ...(kinds.length > 0 && { kinds: Object.fromEntries(kinds) }) };
}

/** Reads `server`. The name is `''` if no definition contains the required `server`. */
export function resolveServer(node: SourceNode | undefined): ServerModel {
  const optional = Object.fromEntries(
    ['title', 'description', 'websiteUrl', 'instructions'].flatMap((key) => {
      const value = stringAt(node, key);
      return value === undefined || value === '' ? [] : [[key, value]];
    }),
  );
  const icons = childOf(node, 'icons');
  const capabilities = childOf(node, 'capabilities');
  const cache = readServerCache(node);
  return {
    name: stringAt(node, 'name') ?? '',
    version: stringAt(node, 'version') ?? '',
    ...optional,
    ...(icons && { icons: toJson(icons) }),
    ...(capabilities && { capabilities: readCapabilities(capabilities) }),
    ...(cache && { cache }),
    ...(stringAt(node, 'negotiation') === 'strict' && { negotiation: 'strict' }),
    ...(booleanAt(node, 'coerce') === true && { coerce: true }),
  };
}

const changingLists: readonly ChangingList[] = ['tools', 'prompts', 'resources'];

function readCapabilities(node: SourceNode): CapabilitiesModel {
  return {
    listChanged: changingLists.filter((list) => booleanAt(childOf(node, list), 'listChanged') === true),
    subscribe: booleanAt(childOf(node, 'resources'), 'subscribe') === true,
  };
}
