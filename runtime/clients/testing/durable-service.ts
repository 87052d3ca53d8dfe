import type { ServerDefinition } from '../../core/api/definition.js';
import { startWorker } from '../../features/tasks/durable/index.js';
import type { Service, ServicePorts } from '../../core/service/service.js';
import { MemoryStore } from '../../core/sharing/memory-store.js';

/** Returns the store of a server under test: a memory store, if its tasks are durable. */
export function testStores({ hasDurableTasks }: ServerDefinition): Pick<ServicePorts, 'stores'> {
  return hasDurableTasks === true ? { stores: { shared: new MemoryStore() } } : {};
}

/** Runs the durable tasks of a server under test. Returns a function that stops them. */
export async function runDurableTasks(service: Service): Promise<() => Promise<void>> {
  if (service.definition.hasDurableTasks !== true) return async () => {};
  const { stop } = await startWorker(service, { shutdownTimeoutMs: 0 });
  return stop;
}
