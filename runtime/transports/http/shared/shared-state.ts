import type { ClientIdentity, LogLevel } from '../../../core/api/request-context.js';
import { LegacySession, type LegacyCaller } from '../../../core/eras/legacy/session.js';
import type { Channel } from '../../../core/exchange/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import type { MessageText } from '../../../wire/json-rpc.js';
import type { LegacyProtocolVersion } from '../../../wire/protocol-versions.js';
import type { Change } from '../../../core/service/enabled-entries.js';

/**
 * A caller in the record of a session. All versions of this package share records, hence the former name `revision`.
 */
interface StoredCaller extends Omit<LegacyCaller, 'protocolVersion'> {
  readonly revision: LegacyProtocolVersion;
}

/** The state of a session, as data. */
export interface SessionState {
  readonly caller: StoredCaller;
  readonly isReady: boolean;
  readonly subscriptions: readonly string[];
}

type StateChange = (state: SessionState) => SessionState;

/**
 * State of a session in one of the processes that share it, with the client's changes that were made in this process.
 */
export class SharedState extends LegacySession {
  /** Pending while the state changes because of another process; change notifications wait for it. */
  updating: Promise<void> | undefined;
  /** Changes that are not stored yet. */
  #changes: StateChange[] = [];

  /** Whether some changes are not stored yet. */
  get hasChanges(): boolean {
    return this.#changes.length > 0;
  }

  /** Returns the state of a new session, with all changes. */
  takeNew(): SessionState {
    this.#changes = [];
    const { caller, isReady, subscriptions } = this;
    return { caller: toStoredCaller(caller), isReady, subscriptions: [...subscriptions] };
  }

  /**
   * Applies the changes of this process to a stored state.
   *
   * @returns `confirm` must be called when they are stored.
   */
  merge(stored: SessionState): { readonly state: SessionState; readonly confirm: () => void } {
    const changes = this.#changes;
    const confirm = (): void => {
      this.#changes = this.#changes.slice(changes.length);
    };
    return { state: changes.reduce((state, change) => change(state), stored), confirm };
  }

  /** Adopts a stored state. Unstored changes are kept; running requests see a new log level. */
  adopt(stored: SessionState): void {
    const { caller, isReady, subscriptions } = this.merge(stored).state;
    const { logLevel, ...rest } = fromStoredCaller(caller);
    const { logLevel: _former, ...known } = this.caller;
    if (JSON.stringify(rest) === JSON.stringify(known)) this.caller.logLevel = logLevel;
    else this.caller = { ...rest, logLevel };
    this.subscriptions.clear();
    for (const uri of subscriptions) this.subscriptions.add(uri);
    if (isReady) super.makeReady();
  }

  override restart(
    protocolVersion: LegacyProtocolVersion,
    client: ClientIdentity,
    clientCapabilities: JsonObject,
  ): void {
    super.restart(protocolVersion, client, clientCapabilities);
    const caller = toStoredCaller(this.caller);
    this.#add((state) => ({ ...state, caller, subscriptions: [] }));
  }

  override makeReady(): void {
    super.makeReady();
    this.#add((state) => ({ ...state, isReady: true }));
  }

  override setLogLevel(logLevel: LogLevel): void {
    super.setLogLevel(logLevel);
    this.#add((state) => ({ ...state, caller: { ...state.caller, logLevel } }));
  }

  override subscribe(uri: string): void {
    super.subscribe(uri);
    this.#add((state) => ({ ...state, subscriptions: [...new Set([...state.subscriptions, uri])] }));
  }

  override unsubscribe(uri: string): void {
    super.unsubscribe(uri);
    this.#add((state) => ({ ...state, subscriptions: state.subscriptions.filter((each) => each !== uri) }));
  }

  override tell(change: Change, channel: Pick<Channel, 'send'>): void {
    const send = (message: MessageText): void => channel.send(message, change.position);
    if (this.updating !== undefined) void this.updating.then(() => this.tell(change, channel));
    else if ('list' in change || change.uri !== undefined) super.tell(change, { send });
    else for (const uri of this.subscriptions) super.tell({ uri }, { send });
  }

  /** Adds a change by creating a new list, because `merge` remembers the length of the previous list. */
  #add(change: StateChange): void {
    this.#changes = [...this.#changes, change];
  }
}

function toStoredCaller({ protocolVersion: revision, ...others }: LegacyCaller): StoredCaller {
  return { revision, ...others };
}

/** Returns the caller of a stored record. */
export function fromStoredCaller({ revision: protocolVersion, ...others }: StoredCaller): LegacyCaller {
  return { protocolVersion, ...others };
}
