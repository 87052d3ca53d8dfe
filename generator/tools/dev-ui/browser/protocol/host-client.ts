import type { HostEvent } from '../../host/host-event.js';
import { BackOff } from './back-off.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { parseJson, textAt } from './json-object.js';

/** Delay before a broken event stream is reopened, in milliseconds. */
const retryLimits = { firstMs: 500, mostMs: 4000 };

const commandEnded = 'The Dev UI command is not running. Start it again, then open the URL that it prints.';

/** Thrown if the host refuses a request or cannot be reached. The message is for the user. */
class HostError extends Error {
  override readonly name = 'HostError';
}

/** Connection of the Dev UI to the process that serves it. */
export class HostClient {
  /** Called with each event. */
  onEvent: (event: HostEvent) => void = () => {};
  /** Called when the connection to the host is lost or restored. */
  onState: (problem: string | undefined) => void = () => {};
  readonly #token: string;
  readonly #tab = crypto.randomUUID();
  #last = 0;

  constructor(token: string) {
    this.#token = token;
  }

  /** Reads events until the page is closed. */
  async listen(): Promise<never> {
    const backOff = new BackOff(retryLimits);
    for (;;) {
      backOff.begin();
      const problem = await this.#readStream().catch(() => commandEnded);
      this.onState(problem);
      await backOff.wait();
    }
  }

  /**
   * Sends a request to the host.
   *
   * @throws {HostError} if the host refuses the request
   */
  async post(path: string, body: JsonObject): Promise<JsonObject> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ tab: this.#tab, ...body }) };
    const response = await fetch(`/api/${path}`, init).catch(() => {
      throw new HostError(commandEnded);
    });
    const answer = parseJson(await response.text());
    if (!response.ok)
      throw new HostError(textAt(answer, 'error') ?? `The Dev UI command responded with HTTP ${response.status}.`);
    return isJsonObject(answer) ? answer : {};
  }

  async #readStream(): Promise<string> {
    const query = new URLSearchParams({ tab: this.#tab, last: String(this.#last) });
    const response = await fetch(`/api/events?${query}`, { headers: { authorization: `Bearer ${this.#token}` } });
    if (!response.ok || response.body === null) {
      return (
        textAt(parseJson(await response.text()), 'error') ??
        `The Dev UI command responded with HTTP ${response.status}.`
      );
    }
    this.onState(undefined);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let pieces: string[] = [];
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return 'Connection to the Dev UI command lost. Reconnecting…';
      pieces.push(value);
      if (!value.includes('\n')) continue;
      const events = pieces.join('').split('\n\n');
      pieces = [events.pop() ?? ''];
      for (const event of events) this.#take(event);
    }
  }

  #take(text: string): void {
    const [, id] = /^id: (\d+)$/mu.exec(text) ?? [];
    const [, data] = /^data: (.*)$/mu.exec(text) ?? [];
    if (id === undefined || data === undefined || Number(id) <= this.#last) return;
    this.#last = Number(id);
    this.onEvent(JSON.parse(data) as HostEvent);
  }
}
