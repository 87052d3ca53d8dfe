import { isInToolsets } from '../../core/service/choose-tools.js';
import { perService } from '../../core/service/per-service.js';
import type { Service } from '../../core/service/service.js';
import type { Handler, Tool } from '../../core/service/tool.js';
import type {
  FoundOperation,
  OperationDefinition,
  OperationDiscovery,
  OperationResource,
} from '../../core/api/definition.js';
import { listResources } from './list-resources.js';
import { SearchIndex } from './search-index.js';

/**
 * Index of the operations of discover mode. It omits operations of toolsets that were not selected and, in a read-only
 * server, operations that are not read-only.
 */
export class OperationIndex {
  readonly #service: Service;
  readonly #operations: readonly OperationDefinition[];
  readonly #byName: ReadonlyMap<string, OperationDefinition>;
  readonly #opened = new Map<string, Promise<Tool>>();
  #searchIndex: SearchIndex | undefined;
  #resources: readonly OperationResource[] | undefined;

  constructor(service: Service, operations: readonly OperationDefinition[]) {
    this.#service = service;
    const { toolsets, isReadOnly } = service.enabled;
    this.#operations = operations.filter(
      (operation) => isInToolsets(operation, toolsets) && (!isReadOnly || operation.isReadOnly === true),
    );
    this.#byName = new Map(this.#operations.map((operation) => [operation.name, operation]));
  }

  /** All operations, in the order of the API. */
  get all(): readonly OperationDefinition[] {
    return this.#operations;
  }

  /** The resources of all operations. */
  get resources(): readonly OperationResource[] {
    return (this.#resources ??= listResources(this.#operations));
  }

  /** Finds the operation with a name. */
  find(name: string): OperationDefinition | undefined {
    return this.#byName.get(name);
  }

  /** Finds the operations that match a query, best first. */
  search(query: string): readonly OperationDefinition[] {
    return this.rank(query).map(({ operation }) => operation);
  }

  /** Finds the operations that match a query, with their scores, best first. */
  rank(query: string): readonly FoundOperation[] {
    const searchIndex = (this.#searchIndex ??= new SearchIndex(this.#operations));
    return searchIndex.search(query).flatMap(({ position, ...rest }) => {
      const operation = this.#operations[position];
      if (operation === undefined) return [];
      const action = searchIndex.actionOf(position);
      const subject = searchIndex.subjectOf(position) || operation.name;
      return [{ ...rest, operation, subject, ...(action !== undefined && { action }) }];
    });
  }

  /** Opens the tool that calls an operation. */
  open(operation: OperationDefinition): Promise<Tool> {
    const opened = this.#opened.get(operation.name) ?? openTool(this.#service, operation);
    this.#opened.set(operation.name, opened);
    opened.catch(() => this.#opened.delete(operation.name));
    return opened;
  }
}

const indexesOf = perService(() => new Map<OperationDiscovery['load'], Promise<OperationIndex>>());

/** Opens the index of a discover tool's operations, which is loaded once per service. */
export function openOperations(service: Service, { load }: Pick<OperationDiscovery, 'load'>): Promise<OperationIndex> {
  const indexes = indexesOf(service);
  const opened = indexes.get(load) ?? load().then((operations) => new OperationIndex(service, operations));
  indexes.set(load, opened);
  opened.catch(() => indexes.delete(load));
  return opened;
}

async function openTool(service: Service, operation: OperationDefinition): Promise<Tool> {
  const { name } = operation;
  const { tools } = await service.loadHandlers();
  const serverHandler = Object.hasOwn(tools, name) ? tools[name] : undefined;
  const handler = operation.handler === undefined ? serverHandler : await operation.handler();
  if (typeof handler !== 'function') throw new TypeError(`The handler is missing for tool "${name}"`);
  return { definition: operation, run: handler as Handler, validators: undefined };
}
