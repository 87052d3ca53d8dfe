import type { ToolValidators, Validator } from '../api/definition.js';
import type { SuppliedArguments, SupplyArguments } from '../api/supplied-arguments.js';
import type { AroundCall } from '../api/tool-calls.js';
import type { Span } from '../api/telemetry.js';
import { codeFactsKey } from '../../wire/code-facts-key.js';
import { exactTwins, overlongMessage } from '../../wire/exact-integers.js';
import { findOverlong } from '../../wire/exact-value.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { CredentialsError, VisibleError } from '../api/errors.js';
import { invalidParams, ProtocolError } from '../../wire/protocol-error.js';
import { showPath } from '../../wire/sum-up-errors.js';
import { describeProblems } from '../results/describe-problems.js';
import { encodeToolResult, encodeToolError, noResult, InvalidToolResult } from '../results/encode-tool-result.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { systemClock } from '../service/clock.js';
import { formatReport } from '../service/report.js';
import { reportThrown } from '../service/report-thrown.js';
import type { Service } from '../service/service.js';
import type { Tool, ToolCaller } from '../service/tool.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { CallContext } from './call-context.js';
import { expandNext } from './expand-next.js';
import { refuseScopes } from './refuse-scopes.js';
import { isMasked, messageFor } from './report-failure.js';

/**
 * Serves `tools/call`. Returns the result without a promise if nothing has to be awaited.
 *
 * @throws ProtocolError -32602 for an unknown tool and for malformed parameters.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
 */
export function callTool(service: Service, params: JsonObject, context: CallContext): ResultBody | Promise<ResultBody> {
  const { name, arguments: input = {} } = params;
  if (typeof name !== 'string') throw invalidParams('Invalid params: "name" must be a string');
  const tool = service.state.tools?.get(name);
  if (tool === undefined || !service.enabled.has('tools', name)) {
    return import('./refuse-name.js').then(({ refuseName }) => refuseName(service, 'tool', name));
  }
  if (!isJsonObject(input)) throw invalidParams('Invalid params: "arguments" must be an object');
  return new ToolCall(service, tool, context).start(input);
}

/** Calls a tool that has already been found, without looking it up. */
export function callFound(
  service: Service,
  tool: Tool,
  input: JsonObject,
  context: CallContext,
): ResultBody | Promise<ResultBody> {
  return new ToolCall(service, tool, context).start(input);
}

/** Call of a tool, from its arguments to its result. */
class ToolCall implements ToolCaller {
  readonly #service: Service;
  readonly #tool: Tool;
  readonly #context: CallContext;
  readonly #protocolVersion: ProtocolVersion;
  /** Span of a call by another tool. */
  #span: Span | undefined;

  /** @param protocolVersion Protocol version that the result is encoded for. */
  constructor(service: Service, tool: Tool, context: CallContext, protocolVersion = context.protocolVersion) {
    this.#service = service;
    this.#tool = tool;
    this.#context = context;
    this.#protocolVersion = protocolVersion;
  }

  start(args: JsonObject): ResultBody | Promise<ResultBody> {
    const { validators, definition } = this.#tool;
    const { access } = this.#service;
    // Also checks operations called by other tools and scripts.
    const lacking = access?.findLacking([{ list: 'tools', name: definition.name }], this.#context.auth);
    if (lacking !== undefined) return refuseScopes('tools/call', lacking);
    const input = definition.next === undefined ? args : expandNext(definition.next, args);
    if (typeof input === 'string') return encodeToolError(input);
    const sent = definition.supplied?.names.find((name) => Object.hasOwn(input, name));
    if (sent !== undefined) return this.#refuse(`- ${sent}: cannot be sent, because the server sets it`);
    if (validators !== undefined) return this.#run(validators, input);
    return this.#load().then((loaded) => {
      // A call that was cancelled in the meantime must no longer take effect.
      return this.#context.isClosed ? emptyBody : this.#run(loaded, input);
    });
  }

  async #load(): Promise<ToolValidators> {
    const { definition } = this.#tool;
    const validators = await definition.validators();
    if (definition.errors !== undefined) this.#tool.errors = await definition.errors();
    this.#tool.validators = validators;
    return validators;
  }

  callInside(
    tool: Tool,
    args: JsonObject,
    context = this.#context,
    protocolVersion?: ProtocolVersion,
  ): ResultBody | Promise<ResultBody> {
    return new ToolCall(this.#service, tool, context, protocolVersion).#startInside(args);
  }

  /** Starts a call by another tool, in its own span. */
  #startInside(args: JsonObject): ResultBody | Promise<ResultBody> {
    const span = this.#context.exchange.span?.begin({ kind: 'tool', name: this.#tool.definition.name });
    this.#span = span;
    return span === undefined ? this.start(args) : observeCall(span, async () => this.start(args));
  }

  #run(validators: ToolValidators, input: JsonObject): ResultBody | Promise<ResultBody> {
    const { definition } = this.#tool;
    const problems = validateInput(validators, input);
    if (problems === undefined) return this.#supply(validators, input);
    if (definition.coerce !== true) return this.#refuse(problems);
    return import('./coerce-arguments.js').then(({ coerceArguments }) => {
      if (this.#context.isClosed) return emptyBody;
      const left = validateInput(validators, input, coerceArguments);
      return left === undefined ? this.#supply(validators, input) : this.#refuse(left);
    });
  }

  #refuse(problems: string): ResultBody {
    return encodeToolError(`Invalid arguments for tool "${this.#tool.definition.name}":\n${problems}`);
  }

  /**
   * Adds the arguments that the server supplies, if there are any, and begins the call.
   *
   * @see docs/decisions/0065-the-server-adds-arguments-after-validation.md
   */
  #supply(validators: ToolValidators, input: JsonObject): ResultBody | Promise<ResultBody> {
    const { supplied, name } = this.#tool.definition;
    if (supplied === undefined) return this.#begin(validators, input);
    return this.#loadSupply(supplied).then((supply) => {
      if (this.#context.isClosed) return emptyBody;
      const found = supply(input, validators.supplied, this.#context);
      if ('input' in found) return this.#begin(validators, found.input);
      this.#service.report(formatReport(`TOOL: ${name}`, found.detail, 'ERROR', this.#context.exchange));
      return encodeToolError(found.refusal);
    });
  }

  async #loadSupply({ load }: SuppliedArguments): Promise<SupplyArguments> {
    return (this.#tool.supply ??= await load());
  }

  #begin(validators: ToolValidators, input: JsonObject): ResultBody | Promise<ResultBody> {
    const { task } = this.#context;
    const { task: options } = this.#tool.definition;
    if (task === undefined || options?.begins === 'handler') return this.#execute(validators, input);
    // The time limit of the tool starts with its handler.
    return task.begin().then(
      () => (this.#context.isClosed ? emptyBody : this.#executeInTask(validators, input)),
      (error: unknown) => this.#fail(error),
    );
  }

  #execute(validators: ToolValidators, input: JsonObject): ResultBody | Promise<ResultBody> {
    try {
      const returned = this.#callHandler(validators, input);
      return isPending(returned) ? this.#follow(validators, returned) : this.#finish(validators, returned);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Runs a started task in the span of the task, not of the request. */
  #executeInTask(validators: ToolValidators, input: JsonObject): ResultBody | Promise<ResultBody> {
    const { span } = this.#context.exchange;
    return span === undefined ? this.#execute(validators, input) : span.run(() => this.#execute(validators, input));
  }

  /** Calls the handler, or the code that replaces it. */
  #callHandler(validators: ToolValidators, input: JsonObject): unknown {
    const { around } = this.#tool.definition;
    this.#enter(this.#context);
    if (around === undefined) return this.#runTool(input);
    return around().then((wrap) => this.#surround(wrap, validators, input));
  }

  /** Prepares a context for the handler. */
  #enter(context: CallContext): void {
    const service = this.#service;
    const { name, elicitations, supplied } = this.#tool.definition;
    context.enter(service, 'TOOL', name, elicitations);
    context.credentials = service.credentials;
    context.delegation = service.delegation;
    context.hasFileLinks = service.definition.capabilities.resources;
    context.supplied = supplied?.names ?? [];
    context.fail = this.#tool.errors?.fail;
  }

  #runTool(input: JsonObject, context = this.#context): unknown {
    const { name, discovery } = this.#tool.definition;
    const { errors } = this.#tool;
    // User handlers get two arguments.
    if (discovery !== undefined) return this.#tool.run(input, context, this);
    if (errors?.repeat === undefined) return this.#tool.run(input, context);
    const { signal } = context;
    const clock = this.#service.clock ?? systemClock;
    const host = { clock, signal, hasConversed: () => context.conversation.hasBegun };
    return errors.repeat(async () => settle(name, this.#tool.run(input, context)), host);
  }

  /** Lets the code around the handler run the call. */
  #surround(wrap: AroundCall, validators: ToolValidators, input: JsonObject): Promise<unknown> {
    const { name } = this.#tool.definition;
    const context = this.#context;
    // A call that was cancelled in the meantime must no longer take effect.
    context.signal.throwIfAborted();
    return wrap({
      tool: name,
      input,
      context,
      run: (args, runContext) => settle(name, this.#runTool(args, runContext as CallContext)),
      settle: (pending) => settle(name, pending),
      finish: (returned, change) => new EncodedResult(change(this.#encode(validators, returned))),
      branch: async (work) => {
        const branch = context.branch();
        this.#enter(branch);
        // It is repeated on purpose when the request is continued.
        return context.conversation.unwatched(() => work(branch)).finally(() => context.endBranch(branch));
      },
      mark: (fact) => (this.#span ?? context.exchange.span)?.mark?.(fact),
    });
  }

  #follow(validators: ToolValidators, pending: unknown): Promise<ResultBody> {
    return this.#limitTime(settle(this.#tool.definition.name, pending)).then(
      (returned) => this.#finish(validators, returned),
      (error: unknown) => this.#fail(error),
    );
  }

  #finish(validators: ToolValidators, returned: unknown): ResultBody {
    try {
      return returned instanceof EncodedResult ? returned.body : this.#encode(validators, returned);
    } catch (error) {
      return this.#fail(error);
    }
  }

  #encode(validators: ToolValidators, returned: unknown): ResultBody {
    const { definition: tool } = this.#tool;
    const protocolVersion = this.#protocolVersion;
    const warn = tool.allowsInvalidOutput === true ? (message: string) => this.#warn(message) : undefined;
    return encodeToolResult({ tool, validators, protocolVersion, warn }, returned);
  }

  /** Warns the operator and the client about a result that does not match the output schema but is sent anyway. */
  #warn(message: string): void {
    this.#service.report(
      formatReport(`TOOL: ${this.#tool.definition.name}`, message, 'WARNING', this.#context.exchange),
    );
    this.#context.log.warning(message);
  }

  /**
   * Turns an error of the handler into a result, so that the model sees the message and can recover.
   *
   * @throws The error itself, if it is a ProtocolError or the call will run again.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling
   */
  #fail(error: unknown): ResultBody {
    if (error instanceof ProtocolError || this.#context.task?.takeFailure?.(error) === true) throw error;
    const { name } = this.#tool.definition;
    const message = messageFor('Tool', error);
    const { exchange, isClosed } = this.#context;
    const forCode = this.#context.wholeResponses && error instanceof VisibleError ? error.forCode : undefined;
    const declared = this.#tool.errors?.describe(error, forCode?.message);
    if (!isClosed && declared?.isChosen !== true) {
      reportThrown(this.#service.report, `TOOL: ${name}`, error, exchange, { message });
    }
    const facts = forCode && { [codeFactsKey]: forCode.facts };
    if (declared !== undefined) {
      const meta = { ...declared.meta, ...facts };
      return encodeToolError(declared.text, { meta, declaredError: declared.name });
    }
    if (!isMasked(this.#service, this.#context, error)) {
      return forCode === undefined
        ? encodeToolError(message)
        : encodeToolError(forCode.message, facts && { meta: facts });
    }
    return encodeToolError(error instanceof CredentialsError ? error.summary : `Tool "${name}" failed`);
  }

  /**
   * Rejects after the tool's `timeoutMs` and aborts the handler's signal. Time with an open client request does not
   * count.
   */
  #limitTime(returned: Promise<unknown>): Promise<unknown> {
    const { name, timeoutMs } = this.#tool.definition;
    if (timeoutMs === undefined) return returned;
    const context = this.#context;
    const { clock = systemClock } = this.#service;
    return new Promise((resolve, reject) => {
      const expire = (): void => {
        const error = new InvalidToolResult(`Tool "${name}" timed out after ${timeoutMs} ms`);
        reject(error);
        context.abort(error);
      };
      let left = timeoutMs;
      let started = clock.now();
      let timer = clock.setTimeout(expire, left);
      let isOver = false;
      context.conversation.watch((isAsking) => {
        clock.clearTimeout(timer);
        if (isOver) return;
        if (isAsking) {
          left -= clock.now() - started;
        } else {
          started = clock.now();
          timer = clock.setTimeout(expire, left);
        }
      });
      returned.then(resolve, reject).finally(() => {
        isOver = true;
        clock.clearTimeout(timer);
      });
    });
  }
}

/** Runs a call in a span. */
async function observeCall(span: Span, call: () => Promise<ResultBody>): Promise<ResultBody> {
  try {
    const body = await span.run(call);
    span.end(body);
    return body;
  } catch (error) {
    span.end(error instanceof ProtocolError ? { code: error.code, message: error.message } : { errorType: '_OTHER' });
    throw error;
  }
}

/** Result of a nested tool call, already encoded for the protocol version. */
export class EncodedResult {
  readonly body: ResultBody;

  constructor(body: ResultBody) {
    this.body = body;
  }
}

/**
 * Fills in default arguments and returns the problems of the arguments; `undefined` if they are valid.
 *
 * @param prepare Changes the arguments before validation.
 */
function validateInput(
  { input: validate }: ToolValidators,
  input: JsonObject,
  prepare?: (validate: Validator, input: JsonObject) => void,
): string | undefined {
  try {
    prepare?.(validate, input);
    return validate(input) ? describeOverlong(input) : describeProblems(validate.errors, input, 'the arguments');
  } catch (error) {
    if (error instanceof RangeError) return '- the arguments: are nested too deeply';
    throw error;
  }
}

/** Returns the problem of an integer that has too many digits. */
function describeOverlong(input: JsonObject): string | undefined {
  const path = exactTwins.has(input) ? findOverlong(exactTwins.get(input)) : undefined;
  return path && `- ${showPath(path, '')}: ${overlongMessage}`;
}

/** Whether a returned value must be awaited: a promise, any other thenable, or a generator. */
function isPending(returned: unknown): boolean {
  if (typeof returned !== 'object' || returned === null) return false;
  return ('then' in returned && typeof returned.then === 'function') || isGenerator(returned);
}

/** Whether a value is a generator, or any other iterable iterator. */
function isGenerator(value: unknown): value is Iterator<unknown> | AsyncIterator<unknown> {
  if (typeof value !== 'object' || value === null || !('next' in value)) return false;
  return typeof value.next === 'function' && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

/** Awaits the returned value. The result of a generator is the first value that it yields; then it is closed. */
async function settle(tool: string, pending: unknown): Promise<unknown> {
  const returned = await pending;
  if (!isGenerator(returned)) return returned;
  const step = await returned.next();
  if (step.done === true) throw noResult(tool);
  const value = await step.value;
  const close = async (): Promise<unknown> => returned.return?.();
  // Errors of its `finally` blocks are ignored: the result is complete.
  close().catch(() => {});
  return value;
}
