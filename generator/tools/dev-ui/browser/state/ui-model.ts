import type { ListChange } from '../../host/usage-report.js';
import type { HostEvent, ProjectReport, ServerTarget } from '../../host/host-event.js';
import type { HostClient } from '../protocol/host-client.js';
import { BackOff } from '../protocol/back-off.js';
import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import { Connection } from '../protocol/connection.js';
import type { ClientRequest } from '../protocol/interact.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, objectsAt, textAt } from '../protocol/json-object.js';
import { olderVersion } from '../protocol/older-version.js';
import { isModern, protocolVersions, type ProtocolVersion } from '../protocol/protocol-version.js';
import { parameterHeaders } from '../protocol/parameter-headers.js';
import { Call } from './call.js';
import { Observable } from './observable.js';
import { describeChanges, groupDescriptors, keyOf, listNames, readEntries, type Entry } from './server-entries.js';
import { Subscriptions } from './subscriptions.js';
import { Timeline, type TimelineEntry } from './timeline.js';
import { TokenUsage } from './token-usage.js';

/** Client request that waits for the user. */
export interface OpenClientRequest extends ClientRequest {
  readonly number: number;
  /** Name of the tool, prompt or resource whose call the request belongs to; `undefined` if unknown. */
  readonly source: string | undefined;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: PeerError) => void;
}

/** Changes to the server, or the errors of its project. */
interface Notice {
  readonly number: number;
  readonly kind: 'news' | 'problem';
  readonly text: string;
}

const maxNotices = 5;

/** Maximum number of calls kept for the overview and the timeline. */
const maxHistory = 50;

/** Time limit for `server/discover`, in milliseconds, after which a server counts as legacy. The server may have to start first. */
const probeMs = 15_000;

/** State of the Dev UI: connections, entries, calls, client requests. */
export class UiModel extends Observable {
  readonly host: HostClient;
  readonly usage: TokenUsage;
  readonly timeline = new Timeline();
  readonly subscriptions = new Subscriptions();
  target: ServerTarget | undefined;
  protocolVersion: ProtocolVersion = protocolVersions[0];
  /** Why there is no connection to the host; `undefined` while there is one. */
  hostProblem: string | undefined;
  /** Why there is no connection to the server; `undefined` while there is one. */
  problem: string | undefined;
  /** Result of `initialize` or `server/discover`. */
  greeting: JsonObject | undefined;
  entries: readonly Entry[] = [];
  /** Key of the displayed entry. */
  selected: string | undefined;
  requests: readonly OpenClientRequest[] = [];
  notices: readonly Notice[] = [];
  /** Changes to the lists between the last two reads. */
  changes: readonly ListChange[] = [];
  readonly reports = new Map<ProjectReport['topic'], string>();
  /** Last call of each entry, by its key. */
  readonly calls = new Map<string, Call>();
  /** The last calls, the newest first. */
  history: readonly Call[] = [];
  readonly #callNumbers = new WeakMap<TimelineEntry, number>();
  /** Entered arguments, by entry key. */
  readonly drafts = new Map<string, JsonObject>();
  #connection: Connection | undefined;
  /** Waits before a lost connection is opened again. */
  readonly #backOff = new BackOff();
  /** Whether the user has chosen the protocol version; the Dev UI then never falls back. */
  #isChosen = false;
  /** Whether the host has sent `hello`. */
  #isGreeted = false;
  /** Number of the connection attempt. Older attempts that end late are ignored. */
  #attempt = 0;
  #count = 0;
  #connectionCount = 0;
  /** Connections by number, including connections that only finish their calls. */
  readonly #connections = new Map<number, Connection>();

  constructor(host: HostClient) {
    super();
    this.host = host;
    this.usage = new TokenUsage(host);
    host.onEvent = (event) => this.#receive(event);
    host.onState = (problem) => {
      this.hostProblem = problem;
      this.changed();
    };
  }

  get isConnected(): boolean {
    return this.hostProblem === undefined && this.problem === undefined && this.greeting !== undefined;
  }

  get entry(): Entry | undefined {
    return this.entries.find((entry) => keyOf(entry) === this.selected);
  }

  /** Returns whether the server reports resource changes. */
  get canSubscribe(): boolean {
    return objectAt(objectAt(this.greeting, 'capabilities'), 'resources')['subscribe'] === true;
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Restores the timeline of the previous page. New connections get higher numbers than the old ones. */
  restoreTimeline(saved: readonly TimelineEntry[]): void {
    this.timeline.restore(saved);
    this.#connectionCount = Math.max(0, ...saved.map(({ connection }) => connection));
  }

  /** Shows an entry, or the overview. */
  select(key: string | undefined): void {
    this.selected = key;
    this.changed();
  }

  /** Stores the entered arguments of an entry. */
  draft(entry: Entry, value: JsonObject): void {
    this.drafts.set(keyOf(entry), value);
    this.changed();
  }

  /** Opens a connection with a different protocol version, and ends running calls of the previous connection. */
  async choose(protocolVersion: ProtocolVersion): Promise<void> {
    this.protocolVersion = protocolVersion;
    this.#isChosen = true;
    this.#backOff.reset();
    this.entries = [];
    this.notices = [];
    this.changes = [];
    await this.connect();
  }

  /** Replaces the connection with a connection that uses the chosen protocol version. */
  async connect(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#connection?.close();
    this.#connection = undefined;
    this.greeting = undefined;
    this.problem = undefined;
    this.changed();
    this.#backOff.begin();
    const connection = this.#makeConnection();
    this.#connection = connection;
    try {
      const greeting = await connection.greet(this.#isChosen ? undefined : probeMs);
      if (attempt !== this.#attempt) return;
      this.greeting = greeting;
      // Subscribes before the lists are read, so that no change is missed.
      if (isModern(this.protocolVersion)) void this.#subscribe(connection);
      await this.#readEntries(connection);
      if (this.canSubscribe) this.subscriptions.follow(connection);
    } catch (error) {
      if (attempt !== this.#attempt) return;
      const older =
        this.#isChosen || this.greeting !== undefined ? undefined : olderVersion(this.protocolVersion, error);
      if (older !== undefined) {
        this.protocolVersion = older;
        this.tell('news', `The server does not support ${connection.protocolVersion}. The Dev UI uses ${older}.`);
        return this.connect();
      }
      this.#setProblem(this.problem ?? (error as Error).message);
    }
    this.changed();
  }

  #makeConnection(): Connection {
    this.#connectionCount += 1;
    const connection: Connection = new Connection(this.host, this.protocolVersion, this.#connectionCount, {
      notified: (method, params) => this.#notice(connection, method, params),
      asked: (request) => {
        const call = this.#callOf(connection, request.request);
        call?.noteClientRequest(request.id);
        return call === undefined ? this.ask(request) : this.#askFor(call, request);
      },
      ended: (reason) => this.#lose(connection, reason),
    });
    this.#connections.set(connection.number, connection);
    return connection;
  }

  /** Returns the running call that a client request belongs to: the newest call if the transport does not indicate which. */
  #callOf(connection: Connection, request: unknown): Call | undefined {
    const running = [...this.calls.values()].filter((call) => call.isRunning && call.connection === connection);
    return request === undefined ? running.at(-1) : running.find((call) => call.hasRequest(request));
  }

  /** Sends a request about an entry. */
  call(entry: Entry, method: string, params: JsonObject): Call | undefined {
    const connection = this.#connection;
    if (connection === undefined) return undefined;
    const call = new Call(entry, method, params, connection);
    // Deleted first, because a `Map` keeps the position of an existing key and the newest call must be last.
    this.calls.delete(keyOf(entry));
    this.calls.set(keyOf(entry), call);
    this.history = [call, ...this.history].slice(0, maxHistory);
    const headers = method === 'tools/call' ? parameterHeaders(entry.descriptor, objectAt(params, 'arguments')) : {};
    void call.run((request) => this.#askFor(call, request), headers);
    this.changed();
    return call;
  }

  /** Returns the number of the call that a message belongs to; `undefined` if there is none. */
  callOf(entry: TimelineEntry): number | undefined {
    const known = this.#callNumbers.get(entry) ?? entry.call;
    if (known !== undefined) return known;
    const number = this.history.find((call) => call.owns(entry))?.number;
    if (number !== undefined) this.#callNumbers.set(entry, number);
    return number;
  }

  /** Resends a request from the timeline, which shows the response. */
  async repeat(method: string, params: JsonObject): Promise<void> {
    const { _meta: _old, inputResponses: _answers, requestState: _state, ...own } = params;
    const key = ({ 'tools/call': 'tool', 'prompts/get': 'prompt' } as const)[method];
    const name = textAt(own, 'name');
    const found = this.entries.find((entry) => entry.kind === key && entry.name === name);
    if (found === undefined) {
      await this.#connection?.request(method, own).catch(() => undefined);
      return;
    }
    this.draft(found, objectAt(own, 'arguments'));
    this.select(keyOf(found));
    this.call(found, method, own);
  }

  /**
   * Shows a client request; resolves with the user's response.
   *
   * @param source Name of the tool, prompt or resource whose call the request belongs to.
   */
  ask(request: ClientRequest, source?: string): Promise<JsonObject> {
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.requests = this.requests.filter((open) => open.number !== number);
        this.changed();
      };
      const open: OpenClientRequest = {
        ...request,
        number,
        source,
        resolve: (result) => (settle(), resolve(result)),
        reject: (error) => (settle(), reject(error)),
      };
      const withdraw = (): void => open.reject(new PeerError('The request was withdrawn.'));
      if (request.signal?.aborted === true) return withdraw();
      request.signal?.addEventListener('abort', withdraw, { once: true });
      this.requests = [...this.requests, open];
      this.changed();
    });
  }

  /** Asks the user on behalf of a call, and stores the response in it. */
  async #askFor(call: Call, request: ClientRequest): Promise<JsonObject> {
    const answer = await this.ask(request, call.entry.name);
    call.answers.push(answer);
    return answer;
  }

  /** Shows a notice until the user dismisses it. */
  tell(kind: Notice['kind'], text: string): void {
    this.#count += 1;
    this.notices = [...this.notices, { number: this.#count, kind, text }].slice(-maxNotices);
    this.changed();
  }

  dismiss(number: number): void {
    this.notices = this.notices.filter((notice) => notice.number !== number);
    this.changed();
  }

  #receive(event: HostEvent): void {
    if (event.kind === 'hello') {
      this.target = event.target;
      for (const { topic, text } of event.reports) this.reports.set(topic, text);
      // The first connection is opened before the host sends `hello`. A host that sends `hello` again has closed all connections.
      if (this.#isGreeted || this.problem !== undefined) void this.connect();
      this.#isGreeted = true;
    } else if (event.kind === 'report') {
      this.reports.set(event.report.topic, event.report.text);
    } else if (event.kind === 'message') {
      const connection = this.#connections.get(event.connection);
      this.timeline.add(event, connection?.protocolVersion ?? this.protocolVersion);
      if (event.direction === 'received') connection?.received(event.text, event.request);
    } else if (event.kind === 'replaced') {
      const isShown = event.connection === this.#connection?.number && event.files.length > 0;
      if (isShown) this.tell('news', `Server reloaded with ${listNames(event.files)}`);
    } else if (event.kind === 'failed') {
      this.#connections.get(event.connection)?.failed(event.id, event.reason, event.status);
    } else if (event.kind === 'ended') {
      this.#connections.get(event.connection)?.ended(event.reason);
    }
    this.changed();
  }

  #setProblem(text: string): void {
    this.problem = text;
    this.changed();
  }

  #lose(connection: Connection, reason: string): void {
    if (connection !== this.#connection) return;
    const wasOpen = this.greeting !== undefined;
    this.#connection = undefined;
    this.#setProblem(reason);
    // A server that ended before it responded would only end again.
    if (wasOpen) setTimeout(() => this.#connection === undefined && void this.connect(), this.#backOff.next());
  }

  /** Reads the lists, and reports changes since the last read. */
  async #readEntries(connection: Connection): Promise<void> {
    const read = await readEntries(connection, objectAt(this.greeting, 'capabilities'));
    if (connection !== this.#connection) return;
    const before = this.entries;
    const changes = before.length === 0 ? [] : describeChanges(before, read);
    this.entries = read;
    for (const change of changes) this.tell('news', change);
    if (changes.length > 0) void this.#compare(before, read);
    if (this.entry === undefined) this.selected = undefined;
    this.changed();
  }

  /** Asks the host which clients and handlers the changes affect. */
  async #compare(before: readonly Entry[], after: readonly Entry[]): Promise<void> {
    const body = { before: groupDescriptors(before), after: groupDescriptors(after) };
    const answer = await this.host.post('changes', body).catch(() => undefined);
    if (this.entries !== after) return;
    this.changes = objectsAt(answer, 'changes') as unknown as readonly ListChange[];
    this.changed();
  }

  #notice(connection: Connection, method: string, params: JsonObject): void {
    if (connection !== this.#connection) return;
    if (/^notifications\/(?:tools|prompts|resources)\/list_changed$/u.test(method)) {
      void this.#readEntries(connection).catch((error: unknown) => this.#setProblem((error as Error).message));
    } else if (method === 'notifications/resources/updated') {
      const uri = textAt(params, 'uri') ?? '';
      this.subscriptions.count(uri);
      this.tell('news', `Resource updated: ${uri}`);
    }
  }

  /** Subscribes to list changes of a modern server. Reopens ended streams, because the server may have been replaced. */
  async #subscribe(connection: Connection): Promise<void> {
    const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const backOff = new BackOff();
    while (connection === this.#connection) {
      backOff.begin();
      const isRefused = await connection.request('subscriptions/listen', { notifications }).then(
        () => false,
        ({ code }: PeerError) => code !== undefined,
      );
      if (isRefused) return;
      await backOff.wait();
      if (connection === this.#connection) await this.#readEntries(connection).catch(() => undefined);
    }
  }
}
