import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '../../../../runtime/wire/json.js';
import { ArgumentValidator } from './argument-validator.js';
import { refuseForeign, refuseStranger } from './guard-request.js';
import type { HostEvent, ProjectReport, ServerTarget } from './host-event.js';
import type { ImplementationReport } from './implementation-report.js';
import type { OpenLink } from './link.js';
import { ThreadFault } from './limited-thread.js';
import { ListThread } from './list-thread.js';
import { BrowserTab, TabError } from './browser-tab.js';
import type { InspectorLauncher } from './start-inspector.js';
import type { ListedEntries } from './read-lists.js';
import { BodyError, readBody } from './read-body.js';
import { printSandboxHeaders, sandboxHtml } from './sandbox-page.js';

/** Built page: one HTML file, and the policy that allows only its own script and style. */
interface BuiltDevUi {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Result of saving a call, for the user. */
export interface SaveResult {
  readonly saved: boolean;
  /** The changed file with its line, or why nothing was changed. */
  readonly text: string;
}

/** Page and server that the host connects. */
export interface DevUiOptions {
  readonly page: BuiltDevUi;
  readonly target: ServerTarget;
  readonly openLink: OpenLink;
  /** Saves a call as an example or a test; absent if the definitions are not local. */
  readonly save?: (call: JsonObject) => Promise<SaveResult>;
  /** Describes how a tool is implemented; absent if the definitions are not local. */
  readonly describeTool?: (name: string) => Promise<ImplementationReport | undefined>;
  readonly inspector: InspectorLauncher;
}

/** Dev UI served on this machine. */
export interface DevUi {
  /** URL with the token in its fragment, which browsers do not send. */
  readonly url: string;
  /** Sends an event to all open pages. */
  announce(event: HostEvent): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Maximum number of open tabs. */
const maxTabs = 20;

/** Time after which connections of a disconnected tab are closed, in milliseconds. */
const patienceMs = 10_000;

/** Keep-alive interval of event streams, in milliseconds. */
const keepAliveMs = 15_000;

/**
 * Serves the page on a free port of the loopback address. The page and the view sandbox contain no secrets. Every other request needs the
 * token in a header, because cookies would be sent to all ports of this machine.
 *
 * @see docs/decisions/0026-the-dev-ui-speaks-mcp-itself.md
 */
export async function startDevUi(options: DevUiOptions): Promise<DevUi> {
  const host = new Host(options);
  const server = createServer((request, response) => {
    host.answer(request, response, (server.address() as AddressInfo).port).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#${host.token}`,
    announce: (event) => host.announce(event),
    close: () =>
      new Promise((resolve) => {
        host.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Host {
  readonly token = randomBytes(32).toString('base64url');
  readonly #options: DevUiOptions;
  readonly #packed: Buffer;
  readonly #validator = new ArgumentValidator();
  readonly #lists = new ListThread();
  readonly #tabs = new Map<string, BrowserTab>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #reports = new Map<ProjectReport['topic'], ProjectReport>();

  constructor(options: DevUiOptions) {
    this.#options = options;
    this.#packed = gzipSync(options.page.html, { level: 9 });
  }

  announce(event: HostEvent): void {
    if (event.kind === 'report') this.#reports.set(event.report.topic, event.report);
    for (const tab of this.#tabs.values()) tab.emit(event);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const tab of this.#tabs.values()) tab.close();
    this.#tabs.clear();
    void this.#validator.close();
    void this.#lists.close();
    this.#options.inspector.close();
  }

  async answer(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && pathname === '/';
    const isSandbox = isRead && pathname === '/sandbox';
    const refusal =
      refuseForeign(request, port) ?? (isPage || isSandbox ? undefined : refuseStranger(request, this.token));
    if (refusal !== undefined) return reply(response, refusal.status, { error: refusal.reason });
    if (isPage) return this.#sendPage(request, response);
    if (isSandbox) return sendSandbox(searchParams.get('csp'), request, response);
    const job = request.method === 'POST' ? this.#jobs[pathname] : undefined;
    const isStream = request.method === 'GET' && pathname === '/api/events';
    if (job === undefined && !isStream) return reply(response, 404, { error: 'Not found.' });
    try {
      if (job === undefined) this.#openStream(searchParams, response);
      else reply(response, 200, await job(await readBody(request)));
    } catch (error) {
      if (error instanceof BodyError) return reply(response, error.status, { error: error.message });
      if (error instanceof ThreadFault)
        return reply(response, 413, { error: `The list is too large to measure: ${error.message}.` });
      if (error instanceof TabError) return reply(response, 409, { error: error.message });
      throw error;
    }
  }

  readonly #jobs: { readonly [path: string]: (body: JsonObject) => object | Promise<object> } = {
    '/api/disconnections': (body) => {
      this.#tabOf(body).closeConnection(numberOf(body));
      return {};
    },
    '/api/messages': (body) => {
      const connection = numberOf(body);
      const opens = body['opens'] === true;
      const tab = opens ? this.#tabFor(String(body['tab']), 0) : this.#tabOf(body);
      const messages = listOf(body['messages']).map((one) => {
        if (!isJsonObject(one)) throw new BodyError(400, 'messages must have objects only.');
        return { text: messageOf(one), headers: parameterHeaders(one) };
      });
      if (opens) tab.open(connection);
      for (const { text, headers } of messages) tab.send(connection, text, headers);
      return {};
    },
    '/api/checked': ({ schema, text }) => {
      if (typeof text !== 'string') throw new BodyError(400, 'text must be JSON.');
      return this.#validator.validate(schema, text);
    },
    '/api/usage': ({ server, tools }) =>
      this.#lists.run('usage', [printJson(String(server)), printJson(listOf(tools))]),
    '/api/result-usage': ({ result }) => this.#lists.run('resultUsage', [printJson(result ?? null)]),
    '/api/changes': async ({ before, after }) => ({
      changes: await this.#lists.run('changes', [printJson(listsOf(before)), printJson(listsOf(after))]),
    }),
    '/api/inspector': () => this.#options.inspector.start(),
    '/api/implementation': async ({ tool }) => {
      const described = await this.#options.describeTool?.(String(tool));
      if (described === undefined) throw new BodyError(404, 'The definitions do not have this tool.');
      return described;
    },
    '/api/saved': async (body) => {
      const { save } = this.#options;
      if (save === undefined) throw new BodyError(404, 'Calls can be saved only with `dev --ui`.');
      return save(body);
    },
  };

  #sendPage({ method, headers }: IncomingMessage, response: ServerResponse): void {
    const { html, contentSecurityPolicy } = this.#options.page;
    const isPacked = /\bgzip\b/u.test(headers['accept-encoding'] ?? '');
    const body = isPacked ? this.#packed : Buffer.from(html);
    response.writeHead(200, {
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'content-security-policy': contentSecurityPolicy,
      vary: 'accept-encoding',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(method === 'HEAD' ? undefined : body);
  }

  #openStream(query: URLSearchParams, response: ServerResponse): void {
    const name = query.get('tab') ?? '';
    const last = Math.max(0, Math.trunc(Number(query.get('last'))) || 0);
    const tab = this.#tabFor(name, last);
    clearTimeout(this.#timers.get(name));
    response.writeHead(200, { ...commonHeaders, 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    const alive = setInterval(() => response.write(':\n\n'), keepAliveMs);
    response.on('close', () => clearInterval(alive));
    tab.attach(response, last, () => this.#closeLater(name, tab));
  }

  /**
   * Returns the tab with a name. A new tab sends `hello` and waits for its event stream.
   *
   * @param last Number of the last event that the page received, or 0.
   */
  #tabFor(name: string, last: number): BrowserTab {
    const known = this.#tabs.get(name);
    if (known !== undefined) return known;
    if (!/^[\w-]{8,64}$/u.test(name)) throw new BodyError(400, 'Invalid tab.');
    if (this.#tabs.size >= maxTabs)
      throw new BodyError(503, `The Dev UI is open in ${maxTabs} tabs, the maximum. Close one.`);
    const tab = new BrowserTab(this.#options.openLink, last);
    this.#tabs.set(name, tab);
    this.#closeLater(name, tab);
    tab.emit({ kind: 'hello', target: this.#options.target, reports: [...this.#reports.values()] });
    return tab;
  }

  #closeLater(name: string, tab: BrowserTab): void {
    const timer = setTimeout(() => {
      this.#tabs.delete(name);
      this.#timers.delete(name);
      tab.close();
    }, patienceMs);
    this.#timers.set(name, timer);
  }

  #tabOf({ tab: name }: JsonObject): BrowserTab {
    const tab = this.#tabs.get(String(name));
    if (tab === undefined) throw new TabError('Connection lost for too long. Reload the page.');
    return tab;
  }
}

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Sends the sandbox document for views, which contains no secrets. */
function sendSandbox(csp: string | null, { headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    ...printSandboxHeaders(csp, String(headers['sec-ch-ua'] ?? '')),
    'x-frame-options': 'SAMEORIGIN',
  });
  response.end(sandboxHtml);
}

function reply(response: ServerResponse, status: number, body: object): void {
  // The rest of a refused body must not be read as the next request.
  const headers = status === 200 ? commonHeaders : { ...commonHeaders, connection: 'close' };
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function numberOf({ connection }: JsonObject): number {
  if (!Number.isSafeInteger(connection)) throw new BodyError(400, 'connection must be a whole number.');
  return connection as number;
}

/** Returns the message as one line. JSON allows line breaks only where it allows spaces. */
function messageOf({ text }: JsonObject): string {
  if (typeof text !== 'string') throw new BodyError(400, 'text must be a message.');
  return text.replaceAll(/[\r\n]/gu, ' ');
}

/** Returns the parameter headers, the only HTTP headers that a page can set. */
function parameterHeaders({ headers = {} }: JsonObject): { readonly [name: string]: string } {
  const isHeader = ([name, value]: readonly [string, unknown]): boolean =>
    /^mcp-param-[\w!#$%&'*+.^`|~-]+$/iu.test(name) && typeof value === 'string' && /^[\t\x20-\x7e]*$/u.test(value);
  const entries = isJsonObject(headers) ? Object.entries(headers) : [];
  if (!entries.every(isHeader)) throw new BodyError(400, 'headers can contain only Mcp-Param- headers.');
  return Object.fromEntries(entries) as { readonly [name: string]: string };
}

/** Prints a value from a foreign server, which may be nested too deeply to print. */
function printJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new BodyError(413, 'The data is nested too deeply to be measured.');
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listsOf(value: unknown): ListedEntries {
  if (!isJsonObject(value)) throw new BodyError(400, 'The lists must be a JSON object.');
  const { tools, prompts, resources, resourceTemplates } = value;
  return {
    tools: listOf(tools),
    prompts: listOf(prompts),
    resources: listOf(resources),
    resourceTemplates: listOf(resourceTemplates),
  };
}
