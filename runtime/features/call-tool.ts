import type { ToolValidators } from '../api/definition.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { invalidParams, messageOf, ProtocolError, unknownName } from '../protocol/protocol-error.js';
import { describeProblems } from '../results/describe-problems.js';
import { encodeToolAnswer, encodeToolError, UnusableAnswer } from '../results/encode-tool-result.js';
import type { ResultBody } from '../results/result-body.js';
import { formatReport } from '../service/report.js';
import type { Service, Tool } from '../service/service.js';
import type { CallContext } from './call-context.js';

/**
 * Answers `tools/call`. As long as nothing has to be awaited the answer is there at once, without a promise.
 *
 * @throws ProtocolError -32602 for a tool that does not exist and for parameters that are none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
 */
export function callTool(service: Service, params: JsonObject, context: CallContext): ResultBody | Promise<ResultBody> {
  const { name, arguments: input = {} } = params;
  if (typeof name !== 'string') throw invalidParams('Invalid params: "name" must be a string');
  const tool = service.tools?.get(name);
  if (tool === undefined || !service.enabled.has('tools', name)) throw unknownName('tool', name);
  if (!isJsonObject(input)) throw invalidParams('Invalid params: "arguments" must be an object');
  return callFound(service, tool, input, context);
}

function callFound(
  service: Service,
  tool: Tool,
  input: JsonObject,
  context: CallContext,
): ResultBody | Promise<ResultBody> {
  if (tool.validators !== undefined) return run(service, tool, tool.validators, input, context);
  return loadValidators(tool).then((validators) =>
    // What was cancelled in the meantime must not take effect any more.
    context.isClosed ? encodeToolError('Cancelled') : run(service, tool, validators, input, context),
  );
}

/** Loads them once, also when several first calls come together. */
async function loadValidators(tool: Tool): Promise<ToolValidators> {
  try {
    tool.loading ??= tool.definition.validators();
    tool.validators = await tool.loading;
    return tool.validators;
  } finally {
    tool.loading = undefined;
  }
}

function run(
  service: Service,
  tool: Tool,
  validators: ToolValidators,
  input: JsonObject,
  context: CallContext,
): ResultBody | Promise<ResultBody> {
  const { beforeHandler } = context;
  if (tool.definition.task?.support === 'required' && beforeHandler === undefined) {
    return encodeToolError(
      `Tool "${tool.definition.name}" runs only as a task, which this protocol version does not have`,
    );
  }
  const problems = validateInput(validators, input);
  if (problems !== undefined) {
    return encodeToolError(`Invalid arguments for tool "${tool.definition.name}":\n${problems}`);
  }
  try {
    const answer =
      beforeHandler === undefined
        ? callHandler(service, tool, input, context)
        : beforeHandler().then(() => (context.isClosed ? undefined : callHandler(service, tool, input, context)));
    // Closures are made only for what has to be awaited: they are a tenth of what a call allocates.
    return isPending(answer)
      ? follow(service, tool, validators, answer, context)
      : finish(service, tool, validators, answer, context);
  } catch (error) {
    return encodeFailure(service, tool, error, context);
  }
}

/** Waits for an answer. */
function follow(
  service: Service,
  tool: Tool,
  validators: ToolValidators,
  pending: unknown,
  context: CallContext,
): Promise<ResultBody> {
  const settled =
    tool.definition.timeoutMs === undefined ? Promise.resolve(pending) : limitTime(tool, settle(pending), context);
  return settled.then(
    (answer) => finish(service, tool, validators, answer, context),
    (error: unknown) => encodeFailure(service, tool, error, context),
  );
}

/** What is made of an answer that is there; one that is a generator has to be awaited after all. */
function finish(
  service: Service,
  tool: Tool,
  validators: ToolValidators,
  answer: unknown,
  context: CallContext,
): ResultBody | Promise<ResultBody> {
  if (answer instanceof EncodedAnswer) return answer.body;
  if (isGenerator(answer)) return follow(service, tool, validators, settle(answer), context);
  try {
    const warn = tool.definition.passesMisfits === true ? warningOf(service, tool, context) : undefined;
    return encodeToolAnswer(tool.definition, validators, answer, context.revision, warn);
  } catch (error) {
    return encodeFailure(service, tool, error, context);
  }
}

/** Tells operator and client about an answer that is sent although it does not fit. */
function warningOf(service: Service, tool: Tool, context: CallContext): (message: string) => void {
  return (message) => {
    service.report(formatReport(`TOOL: ${tool.definition.name}`, message, 'WARNING'));
    context.log.warning(message);
  };
}

/** An answer that another tool has given already, in the words of the revision. */
class EncodedAnswer {
  readonly body: ResultBody;

  constructor(body: ResultBody) {
    this.body = body;
  }
}

/** What the handler returns; for a tool that stands for many operations what is found, or what one of them answers. */
function callHandler(service: Service, tool: Tool, input: JsonObject, context: CallContext): unknown {
  context.enter('TOOL', tool.definition.name, tool.definition.elicitations);
  const discovered = tool.definition.discovery;
  if (discovered === undefined) return tool.handler?.(input, context);
  const call = async (operation: Tool, given: unknown): Promise<EncodedAnswer> =>
    new EncodedAnswer(await callFound(service, operation, given as JsonObject, context));
  return import('../discovery/discover.js').then(({ discover }) =>
    discover(service, discovered, input, context.revision, call),
  );
}

/** What is wrong with the arguments; fills in the defaults. */
function validateInput({ input: validate }: ToolValidators, input: JsonObject): string | undefined {
  try {
    return validate(input) ? undefined : describeProblems(validate.errors, input, 'the arguments');
  } catch (error) {
    if (error instanceof RangeError) return '- the arguments: are nested too deeply';
    throw error;
  }
}

/** A promise, anything else with `then`, or a generator. */
function isPending(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  return answer instanceof Promise || ('then' in answer && typeof answer.then === 'function') || isGenerator(answer);
}

async function settle(pending: unknown): Promise<unknown> {
  const answer = await pending;
  if (!isGenerator(answer)) return answer;
  const first = await takeFirstYield(answer);
  if (first === undefined) throw new UnusableAnswer('Tool execution failed');
  return first.value;
}

/**
 * Gives up on a call after the tool's `timeoutMs`, which do not run while a question is open; the handler sees its signal
 * aborted.
 */
function limitTime(tool: Tool, answer: Promise<unknown>, context: CallContext): Promise<unknown> {
  const { name, timeoutMs = 0 } = tool.definition;
  return new Promise((resolve, reject) => {
    const expire = (): void => {
      const error = new UnusableAnswer(`Tool "${name}" timed out after ${timeoutMs} ms`);
      reject(error);
      context.abort(error);
    };
    let left = timeoutMs;
    let started = Date.now();
    let timer = setTimeout(expire, left);
    let isOver = false;
    context.interaction.watch((isAsking) => {
      clearTimeout(timer);
      if (isOver) return;
      if (isAsking) {
        left -= Date.now() - started;
      } else {
        started = Date.now();
        timer = setTimeout(expire, left);
      }
    });
    answer.then(resolve, reject).finally(() => {
      isOver = true;
      clearTimeout(timer);
    });
  });
}

/**
 * What was thrown becomes a result, so that the model sees the message and can do better.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling
 */
function encodeFailure(service: Service, tool: Tool, error: unknown, context: CallContext): ResultBody {
  if (error instanceof ProtocolError) throw error;
  const message = messageOf(error);
  if (!context.isClosed) service.report(formatReport(`TOOL: ${tool.definition.name}`, message));
  const isMasked = service.maskErrors && !(error instanceof UnusableAnswer);
  return encodeToolError(isMasked ? `Tool "${tool.definition.name}" failed` : message);
}

/** Whether a value is a generator, or anything else that is an iterator and iterable at once. */
export function isGenerator(value: unknown): value is Iterator<unknown> | AsyncIterator<unknown> {
  if (typeof value !== 'object' || value === null || !('next' in value) || typeof value.next !== 'function')
    return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

/**
 * The first value that a generator yields; the generator is closed after that, without waiting for it.
 *
 * @returns `undefined` when it yields nothing, else the value in a box.
 */
export async function takeFirstYield(
  generator: Iterator<unknown> | AsyncIterator<unknown>,
): Promise<{ readonly value: unknown } | undefined> {
  const step = await generator.next();
  if (step.done === true) return undefined;
  const value = await step.value;
  close(generator);
  return { value };
}

function close(generator: Iterator<unknown> | AsyncIterator<unknown>): void {
  // The answer is there: whatever goes wrong in a `finally` block can no longer change it.
  const ignore = (): void => {};
  try {
    Promise.resolve(generator.return?.()).catch(ignore);
  } catch {
    ignore();
  }
}
