import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from '@modelcontextprotocol/ext-apps';
import { createClient } from '../client/create-client.js';
import { textOf } from '../client/results.js';
import type { RequestOptions } from '../client/send-request.js';
import type { PromptContent } from '../../core/api/handlers.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { ObservableValue } from './observable-value.js';
import type { AnyView, HostContext, ViewOptions } from './view.js';

/** Facts about a view, provided by the generator. */
export interface ViewFacts {
  /** Name and version of the view, sent to the host. */
  readonly name: string;
  readonly version: string;
  /** Tools whose results the view shows. */
  readonly tools: readonly string[];
  /** Tools whose output is not always an object: servers send it to older hosts as `{ result }`. */
  readonly wrapped?: readonly string[];
}

/**
 * Opens a view: performs the handshake with its host, and adds the methods of its type. Called by generated code.
 *
 * @typeParam Opened Type of the view, `ShelfView` in `generated/views/shelf.ts`.
 */
export function openView<Opened>(facts: ViewFacts, options: ViewOptions = {}): Opened {
  const { displayModes = ['inline', 'fullscreen'], autoResize = true, applyStyles = true } = options;
  const app = new App(
    { name: facts.name, version: facts.version },
    { availableDisplayModes: [...displayModes] },
    { autoResize },
  );
  const events = listenTo(app, facts);
  const ready = connect(app, (context) => {
    if (applyStyles) applyContext(context);
    events.context.set(app.getHostContext() ?? context);
  });
  // Callers that await it get the error; if no caller does, it must not become an unhandled rejection.
  // oxlint-disable-next-line no-console -- developers look at the browser console.
  ready.catch((error: unknown) => console.error('The view is not connected to its host:', error));
  const view: AnyView = {
    onResult: (listener) => events.result.add(listener as (value: object) => void),
    onInput: (listener) => events.input.add(listener as (value: object) => void),
    onPartialInput: (listener) => events.partialInput.add(listener),
    onCancelled: (listener) => events.cancelled.add(({ reason }) => listener(reason)),
    onContext: (listener) => events.context.add(listener),
    onTeardown: (listener) => {
      events.teardown.add(listener);
      return () => events.teardown.delete(listener);
    },
    call: createCalls(app, ready, facts) as AnyView['call'],
    get context() {
      return app.getHostContext();
    },
    sendMessage: async (text) => {
      await ready;
      refuse('message', await app.sendMessage({ role: 'user', content: [{ type: 'text', text }] }));
    },
    updateModelContext: async (context) => {
      await ready;
      await app.updateModelContext(context);
    },
    openLink: async (url) => {
      await ready;
      refuse('link', await app.openLink({ url }));
    },
    requestDisplayMode: async (mode) => {
      await ready;
      const { displayMode = 'inline', availableDisplayModes = [] } = app.getHostContext() ?? {};
      return availableDisplayModes.includes(mode) ? (await app.requestDisplayMode({ mode })).mode : displayMode;
    },
    ready,
    app,
  };
  return view as Opened;
}

function refuse(what: string, { isError }: { readonly isError?: boolean | undefined }): void {
  if (isError === true) throw new Error(`The host refused the ${what}.`);
}

/** Performs the handshake. @param onContext Called with the first context and after each change to it. */
async function connect(app: App, onContext: (context: HostContext) => void): Promise<void> {
  app.addEventListener('hostcontextchanged', onContext);
  await app.connect();
  onContext(app.getHostContext() ?? {});
}

function applyContext({ theme, styles }: HostContext): void {
  if (theme !== undefined) applyDocumentTheme(theme);
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables);
  if (styles?.css?.fonts !== undefined) applyHostFonts(styles.css.fonts);
}

/** Listens to all events before the handshake, because hosts send input and result right after it. */
function listenTo(app: App, facts: ViewFacts) {
  const events = {
    result: new ObservableValue<object>(),
    input: new ObservableValue<object>(),
    partialInput: new ObservableValue<JsonObject>(),
    cancelled: new ObservableValue<{ readonly reason?: string | undefined }>(),
    context: new ObservableValue<HostContext>(),
    teardown: new Set<() => void | Promise<void>>(),
  };
  const nameTool = (): string | undefined => {
    const name = app.getHostContext()?.toolInfo?.tool.name;
    return name ?? (facts.tools.length === 1 ? facts.tools[0] : undefined);
  };
  app.addEventListener('toolinput', ({ arguments: input = {} }) => events.input.set({ tool: nameTool(), input }));
  app.addEventListener('toolinputpartial', ({ arguments: input = {} }) => events.partialInput.set(input));
  app.addEventListener('toolresult', (result) => events.result.set(readResult(nameTool(), result, facts)));
  app.addEventListener('toolcancelled', (params) => events.cancelled.set(params));
  app.onteardown = async () => {
    await Promise.all([...events.teardown].map((listener) => listener()));
    return {};
  };
  return events;
}

function readResult(tool: string | undefined, result: JsonObject, facts: ViewFacts): object {
  const { content: blocks, isError, structuredContent, _meta } = result;
  const content = (Array.isArray(blocks) ? blocks : []) as readonly PromptContent[];
  const parts = { tool, text: textOf(content), content, meta: isJsonObject(_meta) ? _meta : {} };
  if (isError === true) return { ...parts, isError };
  return { ...parts, isError: false, output: unwrap(tool, structuredContent, facts) };
}

/** Methods that call tools through the host. */
function createCalls(app: App, ready: Promise<void>, facts: ViewFacts): object {
  const refuseOther = (): Promise<never> => Promise.reject(new Error('A view can only call tools.'));
  const client = createClient<{ readonly tools: object }>({
    callTool: async (params, _schema, options?) => {
      await ready;
      const result = await app.callServerTool(params, options as RequestOptions | undefined);
      return { ...result, structuredContent: unwrap(params.name, result.structuredContent, facts) };
    },
    getPrompt: refuseOther,
    readResource: refuseOther,
    complete: refuseOther,
  });
  return client.tools;
}

/** Unwraps the output of a tool: the page does not know which protocol version the host and the server use. */
function unwrap(tool: string | undefined, structured: unknown, { wrapped = [] }: ViewFacts): unknown {
  const isWrapped = tool !== undefined && wrapped.includes(tool) && isJsonObject(structured) && 'result' in structured;
  const others = isWrapped ? Object.keys(structured).filter((key) => key !== 'result' && key !== '_notes') : [];
  return isWrapped && others.length === 0 ? structured['result'] : structured;
}
