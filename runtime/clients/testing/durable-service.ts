import type { ServerDefinition } from '../../core/api/definition.js';
import { startWorker } from '../../features/tasks/durable/index.js';
import type { Service, ServicePorts } from '../../core/service/service.js';
import { MemoryStore } from '../../core/sharing/memory-store.js';

/** Returns the store of a server in a test: in memory, if its tasks are durable. */
export function testStores({ hasDurableTasks }: ServerDefinition): Pick<ServicePorts, 'stores'> {
  return hasDurableTasks === true ? { stores: { shared: new MemoryStore() } } : {};
}

/** Runs the durable tasks of a server in a test. Returns a function that stops them. */
export async function runDurableTasks(service: Service): Promise<() => Promise<void>> {
  if (service.definition.hasDurableTasks !== true) return async () => {};
  const { stop } = await startWorker(service, { shutdownTimeoutMs: 0 });
  return stop;
}
