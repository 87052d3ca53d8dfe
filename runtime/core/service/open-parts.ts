import { ProtocolError } from '../../wire/protocol-error.js';
import type { ToolDiscovery } from '../api/definition.js';
import type { FoundResource, Part, Serve, ToolJobs } from './part.js';
import type { OwnPart, PartOwner } from './parts.js';
import type { TaskPort } from './task-port.js';

/** Returns the canonical URI of a resource. */
export function resolveUri<Service>({ parts }: PartOwner<Service>, uri: string): string {
  let resolved = uri;
  for (const { row } of parts.own.values()) resolved = row.resolveUri?.(resolved) ?? resolved;
  return resolved;
}

/** Opens the parts that {@link findResource} searches; `undefined` if they are open. */
export function openResources<Service extends PartOwner<Service>>(service: Service): Promise<unknown> | undefined {
  const closed = [...service.parts.own.values()].filter(
    ({ row, part }) => row.hasResources === true && part === undefined,
  );
  return closed.length === 0 ? undefined : Promise.all(closed.map((owned) => open(service, owned)));
}

/** Finds a resource that is in no list. Call {@link openResources} first. */
export function findResource<Service>({ parts }: PartOwner<Service>, uri: string): FoundResource | undefined {
  for (const { part } of parts.own.values()) {
    const found = part?.findResource?.(uri);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Opens the tasks of a server; `undefined` if it has none. */
export function openTasks<Service extends PartOwner<Service>>(
  service: Service,
): Promise<TaskPort | undefined> | TaskPort | undefined {
  const owned = [...service.parts.own.values()].find(({ row }) => row.hasTasks === true);
  return owned === undefined ? undefined : (owned.part?.tasks ?? open(service, owned).then(({ tasks }) => tasks));
}

/** Opens the part that implements a tool without a handler. */
export async function openJob<Service extends PartOwner<Service>>(
  service: Service,
  job: ToolDiscovery['does'],
): Promise<ToolJobs> {
  const owned = [...service.parts.own.values()].find(({ row }) => row.jobs?.includes(job) === true);
  const jobs = owned && (owned.part ?? (await open(service, owned))).jobs;
  if (jobs === undefined) throw new Error(`No part of the server implements "${job}"`);
  return jobs;
}

/** Returns the function that serves a method of a part. */
export function findServe<Service extends PartOwner<Service>>(
  service: Service,
  method: string,
  part: string,
): Serve | Promise<Serve> {
  const owned = service.parts.own.get(part);
  if (owned === undefined) throw notFound();
  return owned.part === undefined
    ? open(service, owned).then((opened) => pick(opened, method))
    : pick(owned.part, method);
}

/** Opens a part once. After a failure, the next request tries again. */
function open<Service extends PartOwner<Service>>(service: Service, owned: OwnPart<Service>): Promise<Part> {
  const openPart = async (): Promise<Part> => {
    try {
      owned.part = await (await owned.load()).open(service);
      return owned.part;
    } finally {
      delete owned.opening;
    }
  };
  return (owned.opening ??= openPart());
}

function pick({ serve }: Part, method: string): Serve {
  const found = serve?.[method];
  if (found === undefined) throw notFound();
  return found;
}

function notFound(): ProtocolError {
  return new ProtocolError(-32601, 'Method not found');
}
