import type { ServerDefinition } from '../api/definition.js';
import { methods, type Method } from '../../wire/methods.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { JsonObject } from '../../wire/json.js';
import type { Part, PartRow, PartSource } from './part.js';

/** Part of a server. */
export interface OwnPart<Service> {
  readonly row: PartRow<Service>;
  readonly load: () => Promise<PartSource<Service>>;
  /** The part, once it is open. */
  part?: Part;
  opening?: Promise<Part>;
}

/** A server with parts. */
export interface PartOwner<Service> {
  readonly parts: Parts<Service>;
}

/** The optional parts of a server. A part is opened by the first request that needs it. */
export class Parts<Service> {
  /** Rows of all known methods, by name. */
  readonly methods: ReadonlyMap<string, Method>;
  /** The server's parts, by name. */
  readonly own = new Map<string, OwnPart<Service>>();
  /** Rows of the server's methods in each era, by name; other methods get the error -32601. */
  readonly inEra: { readonly [era in 'legacy' | 'modern']: ReadonlyMap<string, Method> };

  constructor(rows: readonly PartRow<Service>[], definition: ServerDefinition) {
    const added = rows.flatMap(({ name, methods: declared = {} }) =>
      Object.entries(declared).map(([method, row]): [string, Method] => [method, { ...row, part: name }]),
    );
    this.methods = new Map([...methods, ...added]);
    for (const row of rows) {
      const load = row.load(definition);
      if (load !== undefined) this.own.set(row.name, { row, load });
    }
    const listed = [...this.methods].filter(([, method]) => this.#has(method, definition));
    // Handlers list resources, too.
    const served = listed.map(([name, method]): [string, Method] =>
      definition.listsResources && method.list === 'resources' ? [name, { servedBy: 'handlers' }] : [name, method],
    );
    const select = (era: 'legacy' | 'modern') => new Map(served.filter(([, method]) => (method.era ?? era) === era));
    this.inEra = { legacy: select('legacy'), modern: select('modern') };
  }

  /** Merges the declarations of the server's parts for a protocol version. */
  describe(member: 'capabilities' | 'extensions', protocolVersion: ProtocolVersion): JsonObject {
    return Object.assign({}, ...[...this.own.values()].map(({ row }) => row[member]?.(protocolVersion))) as JsonObject;
  }

  #has({ part, needs }: Method, definition: ServerDefinition): boolean {
    if (part !== undefined) return this.own.has(part);
    if (needs === undefined) return true;
    return needs === 'completions' ? canComplete(definition) : definition.capabilities[needs] === true;
  }
}

/** Whether any argument or variable of the server can be completed. */
export function canComplete({ prompts, resourceTemplates }: ServerDefinition): boolean {
  return [...prompts, ...resourceTemplates].some(({ completions }) => completions !== undefined);
}
