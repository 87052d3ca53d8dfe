/** A method that clients send: a row of the table of methods. */
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
   * Who serves the method: the user's handlers, or a part by itself. The option `callsPerSecond` limits how often a caller may send
   * what handlers serve, and lists. Absent: the lists, or the era's own `serve-request.ts`.
   */
  readonly servedBy?: 'handlers' | 'part';
  /** The list that the method pages through. */
  readonly list?: 'tools' | 'prompts' | 'resources' | 'resourceTemplates';
  /** The parameter that names the entry or task that the request is about; over HTTP the header `Mcp-Name` repeats it. */
  readonly subject?: 'name' | 'uri' | 'taskId';
  /** The tools are loaded before the request is served. */
  readonly needsTools?: true;
  /** The request names resources: the parts that know some are open before it is served. */
  readonly needsResources?: true;
  /** The handler may ask the client questions. */
  readonly mayAsk?: true;
  /** With the option `sequential`, it neither waits for other requests nor holds them up. */
  readonly isUnordered?: true;
}

/**
 * All methods that a server answers, without those of optional parts (`parts.ts`). Any other method, and a method of a capability
 * that the server does not declare, is answered -32601.
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
