import type { Store } from '../api/store.js';
import { LiveNodes } from './live-nodes.js';
import { nodeIdOf } from './node-id.js';
import type { Service } from '../service/service.js';

const cache = new WeakMap<Service, LiveNodes>();

/** The live processes of a server, for all its features. */
export function liveNodesOf(service: Service, store: Store): LiveNodes {
  const nodes = cache.get(service) ?? new LiveNodes(store, nodeIdOf(service));
  cache.set(service, nodes);
  return nodes;
}
