import type {
  App,
  McpUiDisplayMode,
  McpUiHostContext,
  McpUiUpdateModelContextRequest,
} from '@modelcontextprotocol/ext-apps';
import type { PromptContent } from '../../core/api/handlers.js';
import type { ToolMethod } from '../client/create-client.js';

/** Methods for tools, by name: a part of `Client['tools']` in `generated/client.ts`. */
type Methods = { readonly [tool: string]: ToolMethod<never, unknown> };

type InputOf<Method> = Method extends ToolMethod<infer Input, unknown> ? Input : never;
type OutputOf<Method> = Method extends ToolMethod<never, infer Output> ? Output : never;

/** Properties of the results of all tools. */
interface ResultParts {
  /** Text of all text blocks, joined by line breaks; the message of an error. */
  readonly text: string;
  /** All blocks, as sent. */
  readonly content: readonly PromptContent[];
  /** `_meta` of the result. */
  readonly meta: { readonly [key: string]: unknown };
}

/** Result of a tool that the host shows: a value, or an error. */
type ToolResult<Tool, Output> = ResultParts &
  (
    | { readonly tool: Tool; readonly isError: false; readonly output: Output }
    | { readonly tool: Tool; readonly isError: true }
  );

/** Whether a type is a union of at least two members. */
type IsUnion<All, One = All> = One extends All ? ([All] extends [One] ? false : true) : never;

/** Adds `undefined` if several tools share a view, because the host might not say which tool it called. */
type Unknown<Shown, Value> = IsUnion<keyof Shown> extends true ? Value : never;

/** Result of one of the tools that a view shows; `tool` identifies that tool. */
export type ViewResult<Shown> =
  | { [Tool in keyof Shown]: ToolResult<Tool, OutputOf<Shown[Tool]>> }[keyof Shown]
  | Unknown<Shown, ToolResult<undefined, unknown>>;

/** Arguments of a call to one of the tools that a view shows; `tool` identifies that tool. */
export type ViewInput<Shown> =
  | { [Tool in keyof Shown]: { readonly tool: Tool; readonly input: InputOf<Shown[Tool]> } }[keyof Shown]
  | Unknown<Shown, { readonly tool: undefined; readonly input: { readonly [name: string]: unknown } }>;

/** Removes the listener that was added. */
export type RemoveListener = () => void;

/** Facts about the host: theme, locale, container size, display mode. All are optional. */
export type HostContext = McpUiHostContext;

/** Display mode of a view. */
export type DisplayMode = McpUiDisplayMode;

/** Context for the next turns of the model. */
export type ModelContext = McpUiUpdateModelContextRequest['params'];

/** Settings of a view when it is opened. */
export interface ViewOptions {
  /** Display modes that the page supports. Default: `inline` and `fullscreen`. */
  readonly displayModes?: readonly DisplayMode[];
  /** Whether changes in the page size are sent to the host. Default: true. */
  readonly autoResize?: boolean;
  /** Whether theme, style variables and fonts of the host are applied to the document. Default: true. */
  readonly applyStyles?: boolean;
}

/**
 * View in a host. Listeners can be added at any time: a new listener immediately gets the latest result, input, context
 * or cancellation. Calls wait for the handshake.
 *
 * @typeParam Shown Methods of the tools whose results the view shows.
 * @typeParam Callable Methods of the tools that the view can call.
 */
export interface View<Shown, Callable> {
  /** Calls the listener with each tool result that the host shows. */
  onResult(listener: (result: ViewResult<Shown>) => void): RemoveListener;
  /** Calls the listener with the complete arguments of the call, before its result. */
  onInput(listener: (input: ViewInput<Shown>) => void): RemoveListener;
  /** Calls the listener with partial arguments, while the model is writing them. */
  onPartialInput(listener: (input: { readonly [name: string]: unknown }) => void): RemoveListener;
  /** Calls the listener when the call is cancelled. */
  onCancelled(listener: (reason: string | undefined) => void): RemoveListener;
  /** Calls the listener with all facts about the host after the handshake, and after each change. */
  onContext(listener: (context: HostContext) => void): RemoveListener;
  /** Called before the host removes the view; the host waits for the returned promises first. */
  onTeardown(listener: () => void | Promise<void>): RemoveListener;
  /**
   * A method for each tool that the view can call. Throws `ToolError` if the tool failed, otherwise the host's error.
   */
  readonly call: Callable;
  /** Facts about the host; `undefined` before the handshake. */
  readonly context: HostContext | undefined;
  /** Adds a user message to the conversation. @throws Error if the host refuses. */
  sendMessage(text: string): Promise<void>;
  /** Replaces the context that the view provides for the model's next turns. @throws Error when the host refuses. */
  updateModelContext(context: ModelContext): Promise<void>;
  /** Opens a URL outside the view. @throws Error when the host refuses. */
  openLink(url: string): Promise<void>;
  /**
   * Requests a different display mode.
   *
   * @returns The mode that the host chose: the current mode, if it does not support the requested one.
   */
  requestDisplayMode(mode: DisplayMode): Promise<DisplayMode>;
  /** Resolves after the handshake; rejects if the host refuses it. */
  readonly ready: Promise<void>;
  /** The underlying `App` of `@modelcontextprotocol/ext-apps`, for everything else. */
  readonly app: App;
}

/** Any view, for the code that creates views. */
export type AnyView = View<Methods, Methods>;
