import { interact } from '../protocol/interact.js';
import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, objectsAt, textAt } from '../protocol/json-object.js';
import { parameterHeaders } from '../protocol/parameter-headers.js';
import { clientInfo } from '../protocol/protocol-version.js';
import type { Call } from './call.js';
import { Observable } from './observable.js';
import type { UiModel } from './ui-model.js';

/** Message between the page and a view. */
interface ViewMessage {
  readonly direction: 'sent' | 'received';
  readonly message: JsonObject;
}

/** Maximum number of kept messages. */
const maxMessages = 200;

/** Time that a view has to save its state before its frame is removed, in milliseconds. */
const teardownMs = 1000;

/** ID of the teardown request. */
const teardownId = 'teardown';

/** Initial height of a view in pixels, and limits for the height that the view requests. */
const pixels = { first: 240, least: 40, most: 4000 };

/**
 * Host side of a view: performs the handshake, sends arguments and result of a call, and responds to its requests.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#communication-protocol
 */
export class ViewBridge extends Observable {
  messages: readonly ViewMessage[] = [];
  /** Why there is no view. */
  problem: string | undefined;
  /** URL that the view has asked to open. */
  link: string | undefined;
  height = pixels.first;
  readonly #model: UiModel;
  readonly #call: Call;
  readonly #frame: HTMLIFrameElement;
  #context: JsonObject;
  #resource: JsonObject = {};
  #isShown = false;
  #isInitialized = false;
  #isAnswered = false;
  readonly #ends: (() => void)[] = [];
  #tornDown = (): void => {};

  constructor(model: UiModel, call: Call, frame: HTMLIFrameElement, context: JsonObject) {
    super();
    this.#model = model;
    this.#call = call;
    this.#frame = frame;
    this.#context = { ...context, toolInfo: { tool: call.entry.descriptor } };
  }

  /** Reads the view's HTML from the server, and loads the sandbox into the frame. */
  async start(uri: string): Promise<void> {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === this.#frame.contentWindow && isJsonObject(data)) void this.#receive(data);
    };
    addEventListener('message', listen);
    this.#ends.push(() => removeEventListener('message', listen));
    this.#ends.push(this.#call.subscribe(() => this.#tellResult()));
    try {
      const result = await this.#call.connection.request('resources/read', { uri });
      this.#resource = objectsAt(result, 'contents')[0] ?? {};
      const csp = JSON.stringify(objectAt(this.#ui, 'csp'));
      this.#frame.src = `/sandbox?csp=${encodeURIComponent(csp)}`;
    } catch (error) {
      this.problem = (error as Error).message;
      this.changed();
    }
  }

  /**
   * Tells the view that it is being removed, and keeps responding to its requests until it agrees, but only for a short
   * time. The frame is moved to a hidden element, because the page may remove everything around it.
   *
   * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#cleanup
   */
  async stop(): Promise<void> {
    if (this.#isInitialized) {
      const remove = hideFrame(this.#frame);
      const isTornDown = new Promise<void>((resolve) => (this.#tornDown = resolve));
      this.#send({ id: teardownId, method: 'ui/resource-teardown', params: {} });
      await Promise.race([isTornDown, new Promise((resolve) => setTimeout(resolve, teardownMs))]);
      remove();
    }
    for (const end of this.#ends) end();
  }

  /** Updates what the view knows about the host, such as its theme. */
  setContext(context: JsonObject): void {
    this.#context = { ...this.#context, ...context };
    if (this.#isInitialized) this.#notify('host-context-changed', context);
  }

  get #ui(): JsonObject {
    return objectAt(objectAt(this.#resource, '_meta'), 'ui');
  }

  async #receive(message: JsonObject): Promise<void> {
    this.#keep('received', message);
    const { id, method } = message;
    const params = objectAt(message, 'params');
    if (typeof method !== 'string') return id === teardownId ? this.#tornDown() : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return this.#notice(method, params);
    try {
      this.#send({ id, result: await this.#answer(method, params) });
    } catch (error) {
      const code = (error instanceof PeerError ? error.code : undefined) ?? -32_000;
      this.#send({ id, error: { code, message: (error as Error).message } });
    }
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'ui/notifications/sandbox-proxy-ready') {
      // Otherwise a view could continue in a sandbox with a different policy after navigating its frame.
      if (this.#isShown) return;
      this.#isShown = true;
      const { text, blob } = this.#resource;
      const html = typeof blob === 'string' ? decode(blob) : text;
      this.#notify('sandbox-resource-ready', { html, csp: objectAt(this.#ui, 'csp') });
    } else if (method === 'ui/notifications/initialized') {
      this.#isInitialized = true;
      this.#notify('tool-input', { arguments: objectAt(this.#call.params, 'arguments') });
      this.#tellResult();
    } else if (method === 'ui/notifications/size-changed') {
      const { height } = params;
      if (typeof height === 'number') this.height = Math.min(Math.max(height, pixels.least), pixels.most);
    }
    this.changed();
  }

  #tellResult(): void {
    const { result, error, isCancelled } = this.#call;
    if (!this.#isInitialized || this.#isAnswered || this.#call.isRunning) return;
    this.#isAnswered = true;
    if (isCancelled || result === undefined) this.#notify('tool-cancelled', { reason: error?.message ?? 'cancelled' });
    else this.#notify('tool-result', result);
  }

  async #answer(method: string, params: JsonObject): Promise<JsonObject> {
    const { connection } = this.#call;
    switch (method) {
      case 'ui/initialize':
        return {
          protocolVersion: '2026-01-26',
          hostInfo: clientInfo,
          hostCapabilities,
          hostContext: this.#context,
        };
      case 'tools/call':
        return this.#callTool(params);
      case 'resources/read':
        return connection.request(method, { uri: params['uri'] });
      case 'ui/open-link':
        this.link = openable(textAt(params, 'url'));
        this.changed();
        return {};
      case 'ui/request-display-mode':
        return { mode: 'inline' };
      case 'ping':
      case 'ui/message':
      case 'ui/update-model-context':
        return {};
      default:
        throw new PeerError(`Method not supported: ${method}.`, -32_601);
    }
  }

  #callTool({ name, arguments: input = {} }: JsonObject): Promise<JsonObject> {
    const tool = this.#model.entries.find((entry) => entry.kind === 'tool' && entry.name === name);
    const { visibility } = objectAt(objectAt(tool?.descriptor, '_meta'), 'ui');
    if (tool === undefined || (Array.isArray(visibility) && !visibility.includes('app'))) {
      throw new PeerError(`Tool "${String(name)}" is not available to views.`, -32_602);
    }
    return interact(
      this.#call.connection,
      'tools/call',
      { name, arguments: input },
      {
        ask: (question) => this.#model.ask(question, tool.name),
        headers: parameterHeaders(tool.descriptor, isJsonObject(input) ? input : {}),
      },
    );
  }

  #notify(name: string, params: JsonObject): void {
    this.#send({ method: `ui/notifications/${name}`, params });
  }

  #send(content: JsonObject): void {
    const message = { jsonrpc: '2.0', ...content };
    // The frame has an opaque origin, which cannot be specified as the target origin.
    this.#frame.contentWindow?.postMessage(message, '*');
    this.#keep('sent', message);
  }

  #keep(direction: ViewMessage['direction'], message: JsonObject): void {
    // The whole HTML is sent as a message, too.
    if (textAt(message, 'method')?.startsWith('ui/notifications/sandbox-') === true) return;
    this.messages = [...this.messages, { direction, message }].slice(-maxMessages);
    this.changed();
  }
}

/** Moves a frame to a hidden element, where its page keeps running. Returns a function that removes the frame. */
function hideFrame(frame: HTMLIFrameElement): () => void {
  const place = document.createElement('div');
  place.hidden = true;
  document.body.append(place);
  // Browsers without this function reload a moved frame, so it is removed at once.
  if ('moveBefore' in place) place.moveBefore(frame, null);
  return () => place.remove();
}

const hostCapabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

function openable(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\//iu.test(url)) throw new PeerError('Only http and https URLs can be opened.');
  return url;
}

function decode(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}
