import { isJsonObject } from '../../../wire/json.js';
import { isRequestId } from '../../../wire/json-rpc.js';
import { encodeUnfinished } from '../fail-on-shutdown.js';
import type { SseWriter } from '../sse-writer.js';
import { retryMs, writeEntries } from './shared-stream.js';
import type { StreamLog } from './stream-log.js';

/**
 * Connection to a client that continues another process's stream in this process: sends the entries that the process
 * appends to the log.
 */
export class FollowedStream {
  readonly #log: StreamLog;
  readonly #writer: SseWriter;
  #position: number;
  #ids: string;
  #isReading: Promise<void> | undefined;
  #isAgain = false;

  /**
   * @param position Position of the client's last event.
   * @param ids JSON text of the IDs of the requests that the stream responds to, if known.
   * @param isPrimed Whether the client accepts an event without data.
   */
  constructor(log: StreamLog, writer: SseWriter, position: number, ids: string, isPrimed: boolean) {
    this.#log = log;
    this.#writer = writer;
    this.#position = position;
    this.#ids = ids;
    if (isPrimed) writer.prime(log.eventId(position), retryMs);
  }

  /** Whether the client is connected. */
  get isLive(): boolean {
    return this.#writer.isOpen;
  }

  /** Sends the new entries of the log. Sends nothing while the store is unreachable; call it again. */
  update(): Promise<void> {
    this.#isAgain = true;
    this.#isReading ??= this.#read().finally(() => {
      this.#isReading = undefined;
    });
    return this.#isReading;
  }

  /**
   * Ends the stream with an error, because its process has ended.
   *
   * @returns Rejects with a StoreError.
   */
  async fail(): Promise<void> {
    // The process may have responded before it ended.
    await this.update();
    if (!this.isLive) return;
    await this.#log.end(encodeProcessGone(this.#ids), this.#ids);
    await this.update();
  }

  /** Ends the connection. */
  end(): void {
    this.#writer.end();
  }

  async #read(): Promise<void> {
    while (this.#isAgain && this.isLive) {
      this.#isAgain = false;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const entries = await this.#log.read(this.#position).catch(() => []);
      if (entries === undefined) {
        // The client gets an error when it tries to resume.
        this.end();
        return;
      }
      writeEntries(this.#writer, this.#log, entries);
      const latest = entries.at(-1);
      this.#position = latest?.position ?? this.#position;
      this.#ids = latest?.ids ?? this.#ids;
      if (latest?.isLast === true) this.end();
    }
  }
}

/** Encodes error responses to requests whose process has ended; `undefined` if their IDs are unknown. */
function encodeProcessGone(ids: string): string | undefined {
  const parsed: unknown = JSON.parse(ids);
  const encode = (id: unknown): string[] =>
    isRequestId(id)
      ? [
          encodeUnfinished(
            id,
            'The process that served the request has ended. It is unknown whether the request was executed.',
          ),
        ]
      : [];
  if (Array.isArray(parsed)) {
    const errors = parsed.flatMap(encode);
    return errors.length === 0 ? undefined : `[${errors.join(',')}]`;
  }
  return isJsonObject(parsed) ? undefined : encode(parsed)[0];
}
