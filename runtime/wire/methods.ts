/** Row of the method table: a method that clients send. */
export interface Method {
  /** The only era that has the method. Absent: both eras have it. */
  readonly era?: 'legacy' | 'modern';
  /**
   * The capability that the server must declare for the method to exist. Absent: the method always exists. Every server
   * declares `logging` and `tools`.
   */
  readonly needs?: 'prompts' | 'resources' | 'subscribe' | 'completions';
  /** The optional part of a server that serves the method. Absent: the method belongs to no part. */
  readonly part?: string;
  /**
   * Code that serves the method: handlers, or a part by itself. `callsPerSecond` applies to handlers and lists. Absent:
   * lists, or the era's own module.
   */
  readonly servedBy?: 'handlers' | 'part';
  /** List that the method pages through. */
  readonly list?: 'tools' | 'prompts' | 'resources' | 'resourceTemplates';
  /** Parameter that identifies the entry or task of the request; over HTTP, the header `Mcp-Name` repeats it. */
  readonly subject?: 'name' | 'uri' | 'taskId';
  /** Whether the tools are loaded before the request is served. */
  readonly needsTools?: true;
  /** Whether the request names resources, so that parts with resources are opened before it is served. */
  readonly needsResources?: true;
  /** Whether the handler can send client requests. */
  readonly mayAsk?: true;
  /** Whether the method is exempt from the option `sequential`. */
  readonly isUnordered?: true;
}

/**
 * Methods of a server, except those of optional parts (`parts.ts`). Other methods, and methods of a capability that the
 * server does not declare, get the error -32601.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror
 */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', { era: 'legacy' }],
  ['ping', { era: 'legacy', isUnordered: true }],
  ['logging/setLevel', { era: 'legacy' }],
  ['resources/subscribe', { era: 'legacy', needs: 'subscribe', needsResources: true }],
  ['resources/unsubscribe', { era: 'legacy', needs: 'subscribe' }],
  ['server/discover', { era: 'modern' }],
  ['subscriptions/listen', { era: 'modern', isUnordered: true, needsResources: true }],
  ['tools/list', { list: 'tools' }],
  ['prompts/list', { needs: 'prompts', list: 'prompts' }],
  ['resources/list', { needs: 'resources', list: 'resources' }],
  ['resources/templates/list', { needs: 'resources', list: 'resourceTemplates' }],
  ['tools/call', { servedBy: 'handlers', subject: 'name', needsTools: true, mayAsk: true }],
  ['prompts/get', { needs: 'prompts', servedBy: 'handlers', subject: 'name', mayAsk: true }],
  ['resources/read', { needs: 'resources', servedBy: 'handlers', subject: 'uri', needsResources: true, mayAsk: true }],
  ['completion/complete', { needs: 'completions', servedBy: 'handlers' }],
]);
