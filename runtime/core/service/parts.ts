import type { ServerDefinition } from '../api/definition.js';
import { methods, type Method } from '../../wire/methods.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import type { Revision } from '../../wire/revisions.js';
import type { JsonObject } from '../../wire/json-object.js';
import type { Part, PartRow, PartSource } from './part.js';

/** A part that a server has. */
export interface OwnPart<Service> {
  readonly row: PartRow<Service>;
  readonly load: () => Promise<PartSource<Service>>;
  /** The open part, once it is open. */
  part?: Part;
  opening?: Promise<Part>;
}

/** A server with parts. */
export interface PartOwner<Service> {
  readonly parts: Parts<Service>;
}

/** The optional parts of a server. A part is opened by the first request that needs it. */
export class Parts<Service> {
  /** The rows of all methods that any server has, by name. */
  readonly methods: ReadonlyMap<string, Method>;
  /** The parts that the server has, by name. */
  readonly own = new Map<string, OwnPart<Service>>();
  readonly #definition: ServerDefinition;

  constructor(rows: readonly PartRow<Service>[], definition: ServerDefinition) {
    this.#definition = definition;
    const added = rows.flatMap(({ name, methods: own = {} }) =>
      Object.entries(own).map(([method, row]): [string, Method] => [method, { ...row, part: name }]),
    );
    this.methods = new Map([...methods, ...added]);
    for (const row of rows) {
      const load = row.load(definition);
      if (load !== undefined) this.own.set(row.name, { row, load });
    }
  }

  /**
   * Looks a method up.
   *
   * @throws ProtocolError -32601 for a method that the era does not have, or that needs a capability or a part the server does not
   * have.
   */
  method(era: 'legacy' | 'modern', name: string): Method {
    const method = this.methods.get(name);
    if (method !== undefined && (method.era ?? era) === era && this.#has(method)) {
      // Handlers list resources, too.
      const isListed = this.#definition.listsResources && method.list === 'resources';
      return isListed ? { servedBy: 'handlers' } : method;
    }
    throw new ProtocolError(-32601, 'Method not found');
  }

  /** Joins what the rows of the parts that the server has declare in a revision. */
  describe(member: 'capabilities' | 'extensions', revision: Revision): JsonObject {
    return Object.assign({}, ...[...this.own.values()].map(({ row }) => row[member]?.(revision))) as JsonObject;
  }

  #has({ part, needs }: Method): boolean {
    if (part !== undefined) return this.own.has(part);
    if (needs === undefined) return true;
    return needs === 'completions' ? canComplete(this.#definition) : this.#definition.capabilities[needs] === true;
  }
}

/** Whether some argument or variable of the server can be completed. */
export function canComplete({ prompts, resourceTemplates }: ServerDefinition): boolean {
  return [...prompts, ...resourceTemplates].some(({ completions }) => completions !== undefined);
}
