import { error, text, withMeta, type ToolResult } from '../../core/api/builders.js';
import type { CodeDiscovery, CodeHost, OperationDefinition, ToolDiscovery } from '../../core/api/definition.js';
import { openOperations, type OperationIndex } from '../discover/operation-index.js';
import { openServerOperations } from '../discover/server-operations.js';
import { encodeBase64Url } from '../../wire/base64.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { parseJson } from '../../wire/parse-json.js';
import { VisibleError } from '../../core/api/errors.js';
import { modernProtocolVersions } from '../../wire/protocol-versions.js';
import { perService } from '../../core/service/per-service.js';
import { SharedLimit } from '../../core/sharing/shared-limit.js';
import type { PartSource } from '../../core/service/part.js';
import type { Service } from '../../core/service/service.js';
import type { ToolCaller } from '../../core/service/tool.js';
import type { CallContext } from '../../core/calls/call-context.js';
import { limitCalls } from '../../core/calls/limit-calls.js';

const stateAdvice =
  'A call in the script requires confirmation, and the data that was already read is too large to keep until it is confirmed. ' +
  'Make fewer calls before that call, or move it to a separate script.';

/** Maximum number of concurrent scripts of a server, each in its own thread. */
const maxRuns = 16;

const runsOf = perService(() => new SharedLimit(maxRuns));

/**
 * Serves the tools of code mode.
 *
 * @see docs/decisions/0055-a-script-has-its-own-engine-and-thread.md
 */
export const codeServer: PartSource<Service> = {
  open: (service) => ({
    jobs: {
      run: ({ discovery }, input, context: CallContext, caller) =>
        isCode(discovery) ? serveCode(service, discovery, input, context, caller) : undefined,
    },
  }),
};

function isCode(discovery: ToolDiscovery | undefined): discovery is CodeDiscovery {
  return discovery?.does === 'find' || discovery?.does === 'run';
}

/** Serves a tool of code mode, which finds functions, or runs code that calls them. */
async function serveCode(
  service: Service,
  discovery: CodeDiscovery,
  input: JsonObject,
  context: CallContext,
  caller: ToolCaller,
): Promise<ToolResult> {
  const { load, api, settings, does } = discovery;
  const index = await (load === undefined ? openServerOperations(service) : openOperations(service, { load }));
  const { codeMode } = await discovery.open();
  const host = makeHost({ service, index, api, context, caller });
  const codeResult =
    does === 'find'
      ? await codeMode.find({ ...host, settings }, input)
      : await codeMode.run({ ...host, settings }, { code: String(input['code']) });
  const toolResult = codeResult.isError === true ? error(codeResult.text) : text(codeResult.text);
  return codeResult.meta === undefined ? toolResult : withMeta(toolResult, codeResult.meta);
}

interface HostParts {
  readonly service: Service;
  readonly index: OperationIndex;
  /** Name of the API, if all operations belong to one API. */
  readonly api: string | undefined;
  readonly context: CallContext;
  readonly caller: ToolCaller;
}

function makeHost(parts: HostParts): Omit<CodeHost, 'settings'> {
  const { service, index, api, context } = parts;
  const { conversation } = context;
  // Work between the calls of a script does not count as repeated work of a handler.
  conversation.replayWatch?.pause();
  conversation.stateAdvice = stateAdvice;
  const isServed = ({ name }: OperationDefinition): boolean => service.enabled.has('tools', name);
  const locate = (operation: OperationDefinition): OperationDefinition =>
    api === undefined ? operation : { ...operation, api };
  return {
    operations: index.all.filter(isServed).map(locate),
    search: (query) =>
      index
        .rank(query)
        .flatMap((found) => (isServed(found.operation) ? [{ ...found, operation: locate(found.operation) }] : [])),
    signal: context.signal,
    isAsking: () => conversation.isAnyAsking,
    startedAt: () => conversation.step('startedAt', () => Date.now()) as Promise<number>,
    call: (operation, json, signal, isReadOnly) => callOnce(parts, operation, { json, signal, isReadOnly }),
    ...(context.clientCapabilities['elicitation'] !== undefined && {
      tryOut: (operation, json, signal) => callInBranch(parts, operation, { json, signal }, ({ run }) => run()),
    }),
    mayCall: ({ name }) => service.access?.findLacking([{ list: 'tools', name }], context.auth) === undefined,
    confirm: (message, functions) => confirm(context, message, functions),
    enter: () => enter(service, context.callerKey),
  };
}

/** @param key Key of the caller; `''` if callers cannot be distinguished. */
function enter(service: Service, key: string): (() => void) | undefined {
  const runs = runsOf(service);
  const caller = key === '' ? undefined : key;
  if (!runs.take(caller)) return undefined;
  let isInside = true;
  return () => {
    if (isInside) runs.release(caller);
    isInside = false;
  };
}

interface OperationCall {
  readonly json: string;
  readonly signal: AbortSignal;
}

/** A call in a context of its own. */
interface PreparedCall {
  readonly branch: CallContext;
  /** Returns JSON text of the result's members. */
  readonly run: () => Promise<string>;
}

/**
 * Maximum length of a read-only result that is stored during an elicitation, in characters. A longer result is fetched
 * again.
 */
const maxKeptCharacters = 1000;
/** Placeholder for a result that is too long to keep. */
const tooLong = '';

const overMessage = 'The call is no longer possible';

/** Calls an operation in a step, so that it is not called again when the request is continued. */
async function callOnce(
  parts: HostParts,
  operation: OperationDefinition,
  { json, signal, isReadOnly }: OperationCall & { readonly isReadOnly: boolean },
): Promise<string> {
  const { conversation } = parts.context;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json)));
  const key = `${operation.name} ${encodeBase64Url(digest).slice(0, 16)}`;
  return callInBranch(parts, operation, { json, signal }, async ({ branch, run }) => {
    let fresh: string | undefined;
    const keep = async (): Promise<string> => {
      fresh = await run();
      return isReadOnly && fresh.length > maxKeptCharacters ? tooLong : fresh;
    };
    const kept = (await conversation.step(key, keep, () => branch.conversation.isAsking)) as string;
    return kept === tooLong ? (fresh ?? (await run())) : kept;
  });
}

/** Prepares the call of an operation, which ends with the script, and lets `use` make it. */
async function callInBranch(
  { service, index, context, caller }: HostParts,
  { name }: OperationDefinition,
  { json, signal }: OperationCall,
  use: (call: PreparedCall) => Promise<string>,
): Promise<string> {
  const operation = index.find(name);
  const isOver = (): boolean => context.isClosed || signal.aborted;
  if (operation === undefined || isOver()) throw new VisibleError(overMessage);
  const tool = await index.open(operation);
  // A script gets the whole value, and selects what it returns.
  const branch = Object.assign(context.branch(), { wholeResponses: true });
  const stop = (): void => branch.abort(new Error('The script has ended'));
  signal.addEventListener('abort', stop, { once: true });
  const run = async (): Promise<string> => {
    if (isOver()) throw new VisibleError(overMessage);
    await limitCalls(service, context.callerKey);
    const input = parseJson(json);
    // Scripts get results in the form of the latest protocol version.
    const args = isJsonObject(input) ? input : {};
    const { members, meta } = await caller.callInside(tool, args, branch, modernProtocolVersions[0]);
    const text = typeof members === 'string' ? members : new TextDecoder().decode(members);
    return meta === undefined ? text : `"_meta":${JSON.stringify(meta)},${text}`;
  };
  try {
    return await use({ branch, run });
  } finally {
    signal.removeEventListener('abort', stop);
    context.endBranch(branch);
  }
}

/**
 * Asks the user to confirm the calls in a message. A checkbox extends the confirmation to later calls of the same
 * functions.
 */
async function confirm(
  context: CallContext,
  message: string,
  functions: readonly string[],
): Promise<'call' | 'run' | undefined> {
  const options = { key: 'confirm', unavailable: 'cancel' } as const;
  const title = `Allow all calls to ${functions.join(', ')} in this run`;
  const properties = { all: { type: 'boolean', title, default: false } } as const;
  const agreement = await context.elicit(message, { type: 'object', properties }, options);
  if (agreement.action === 'cancel' && context.clientCapabilities['elicitation'] === undefined) {
    throw new VisibleError('This client does not support elicitation');
  }
  if (agreement.action !== 'accept') return undefined;
  return agreement.content['all'] === true ? 'run' : 'call';
}
