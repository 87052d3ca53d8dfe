import { findErrorFault, findNotificationFault, findRequestFault, findResultFault } from '../../kit/check-message.js';
import { Violation } from '../invariants.js';

type Members = { readonly [member: string]: unknown };

const modernKeys = ['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel'].map(
  (key) => `io.modelcontextprotocol/${key}`,
);
const legacyRevisions: ReadonlySet<string> = new Set(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']);

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a message is a JSON-RPC request as the specification defines it. */
function isRequest(message: unknown): message is Members & { readonly method: string } {
  if (!isObject(message)) return false;
  const { jsonrpc, id, method, params } = message;
  return jsonrpc === '2.0' && isId(id) && typeof method === 'string' && (params === undefined || isObject(params));
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** Whether the handler of a request throws: see `fuzz-server.ts`. */
function mayThrow({ params }: Members): boolean {
  return isObject(params) && typeof params['uri'] === 'string' && params['uri'].includes('throw');
}

/** The text of a value, also of one that is nested too deeply to be printed. */
function show(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'a value that is nested deeply';
  }
}

/** The version that an `initialize` asks for; `undefined` for one without the members that it must have, which changes nothing. */
function readVersion(params: unknown): unknown {
  if (!isObject(params) || !isObject(params['capabilities']) || !isObject(params['clientInfo'])) return undefined;
  const { name, version } = params['clientInfo'];
  return typeof name === 'string' && typeof version === 'string' ? params['protocolVersion'] : undefined;
}

/** Whether a value has more than 1,000 levels: such a message is refused as a whole. */
function isTooDeep(value: unknown): boolean {
  const isContainer = (each: unknown): each is object => typeof each === 'object' && each !== null;
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > 1000) return true;
    level = level.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return false;
}

/** How many answers an id may get, and which requests used it. */
interface Expected {
  least: number;
  most: number;
  readonly requests: Members[];
}

/** The answers that the messages of one client must get, worked out from the specification alone. */
export class ExpectedAnswers {
  readonly #byId = new Map<string, Expected>();
  /** Answers without an id. */
  readonly #others: Expected = { least: 0, most: 0, requests: [] };
  /** The revision of the legacy session, while there is no doubt about it. */
  readonly #revision: string | undefined;

  /**
   * @param sent The messages in order; `undefined` stands for one that is not JSON.
   * @param defaultRevision The revision of a session that does not begin here; `undefined` when it is not known.
   */
  constructor(sent: readonly unknown[], defaultRevision: string | undefined) {
    const hellos = sent.flat().filter((message) => isRequest(message) && message.method === 'initialize');
    const asked = isObject(hellos[0]) && !isTooDeep(hellos[0]) ? readVersion(hellos[0]['params']) : undefined;
    const isClear = hellos.length === 1 && hellos[0] === sent[0];
    const settled = isClear && typeof asked === 'string' && legacyRevisions.has(asked) ? asked : undefined;
    this.#revision = hellos.length === 0 ? defaultRevision : settled;
    for (const message of sent) this.#expect(message);
    for (const message of sent.flat()) this.#allowCancelled(message);
  }

  #expect(message: unknown): void {
    if (Array.isArray(message)) {
      const isServed = this.#revision === '2025-03-26' && message.length <= 1000 && !isTooDeep(message);
      for (const entry of message) this.#add(entry, isServed);
      this.#others.most += 1;
      return;
    }
    this.#add(message, true);
  }

  #add(message: unknown, isCertain: boolean): void {
    if (isRequest(message)) {
      const expected = this.#of(message['id']);
      expected.most += 1;
      expected.least += isCertain ? 1 : 0;
      expected.requests.push(message);
      return;
    }
    if (isObject(message)) {
      const { id, method } = message;
      const isResponse = method === undefined && ('result' in message || 'error' in message);
      if (isResponse || (id === undefined && method !== undefined)) return;
      if (isId(id)) this.#of(id).most += 1;
    }
    this.#others.most += 1;
    if (message === undefined && isCertain) this.#others.least += 1;
  }

  #of(id: unknown): Expected {
    const key = JSON.stringify(id);
    const known = this.#byId.get(key) ?? { least: 0, most: 0, requests: [] };
    this.#byId.set(key, known);
    return known;
  }

  #allowCancelled(message: unknown): void {
    if (!isObject(message) || message['method'] !== 'notifications/cancelled' || !isObject(message['params'])) return;
    const { requestId } = message['params'];
    const expected = isId(requestId) ? this.#byId.get(JSON.stringify(requestId)) : undefined;
    if (expected !== undefined) expected.least = 0;
  }

  /**
   * Checks all messages of the server.
   *
   * @throws Violation for the first one that is not as it must be.
   */
  check(received: readonly unknown[]): void {
    const counts = new Map<Expected, number>();
    for (const message of received.flat()) {
      if (!isObject(message) || message['jsonrpc'] !== '2.0') {
        throw new Violation('only legal messages', JSON.stringify(message));
      }
      if (message['method'] !== undefined) {
        this.#checkOwn(message);
        continue;
      }
      const expected = message['id'] === undefined ? this.#others : this.#byId.get(JSON.stringify(message['id']));
      if (expected === undefined) throw new Violation('one answer for a request', JSON.stringify(message));
      counts.set(expected, (counts.get(expected) ?? 0) + 1);
      this.#checkAnswer(message, expected);
    }
    for (const [key, expected] of [...this.#byId, ['no id', this.#others] as const]) {
      const count = counts.get(expected) ?? 0;
      if (count >= expected.least && count <= expected.most) continue;
      const range = `${expected.least} to ${expected.most}`;
      throw new Violation('one answer for a request', `${count} answers, not ${range}, to ${key}`);
    }
  }

  #checkAnswer(message: Members, { requests }: Expected): void {
    const { error, result } = message;
    const isThrown = requests.some(mayThrow);
    if (
      !isThrown &&
      isObject(error) &&
      (error['code'] === -32603 || /internal error/iu.test(String(error['message'])))
    ) {
      throw new Violation('never an internal error', show({ message, requests }));
    }
    const [request] = requests;
    const revision = request === undefined || requests.length > 1 ? undefined : this.#revisionOf(request);
    if ('error' in message === 'result' in message) throw new Violation('only legal messages', JSON.stringify(message));
    if (revision === undefined || request === undefined) return;
    const fault =
      error === undefined ? findResultFault(revision, String(request['method']), result) : findErrorFault(message);
    if (fault !== undefined) throw new Violation('only legal messages', `${fault} ${JSON.stringify(message)}`);
  }

  /** The revision of a request; `undefined` when the specification leaves it open. */
  #revisionOf({ params }: Members): string | undefined {
    const meta = isObject(params) ? params['_meta'] : undefined;
    if (!isObject(meta) || !modernKeys.some((key) => key in meta)) return this.#revision;
    return meta[`${modernKeys[0]}`] === '2026-07-28' ? '2026-07-28' : undefined;
  }

  /** Checks a notification or request of the server: the official SDK must understand it. */
  #checkOwn(message: Members): void {
    if (this.#revision === undefined || String(message['method']).startsWith('notifications/tasks')) return;
    const isRequest = message['id'] !== undefined;
    const isMisplaced = isRequest && this.#revision === '2026-07-28';
    const misplaced = isMisplaced ? `${this.#revision} has no requests of the server` : undefined;
    const fault = misplaced ?? (isRequest ? findRequestFault(message) : findNotificationFault(message));
    if (fault !== undefined) throw new Violation('only legal messages', `${fault} ${JSON.stringify(message)}`);
  }
}
