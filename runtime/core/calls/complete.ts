import { addSupplied } from './add-supplied.js';
import type { CallContext } from './call-context.js';
import type { Completions } from '../api/definition.js';
import type { SuppliedTexts } from '../api/supplied-arguments.js';
import type { CompletionContext } from '../api/handlers.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { invalidParams, ProtocolError } from '../../wire/protocol-error.js';
import { reportThrown } from '../service/report-thrown.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { unknownName } from './unknown-name.js';

/** Maximum number of suggestions in one result. */
const maxValues = 100;

/**
 * Serves `completion/complete` from the list in the definition (values that begin with the typed text first) or from
 * the handler. An argument without completions has no suggestions.
 *
 * @throws ProtocolError -32602 for an unknown prompt, template or argument and for malformed parameters; -32603 when
 *   the handler fails, and when the server has no value for an argument that it supplies.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 */
export async function complete(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody> {
  const { name, value, settled } = readArgument(params);
  const { kind, owner, names, completions, supplied } = findSource(service, params['ref']);
  if (names !== undefined && !names.includes(name)) {
    throw invalidParams(`"${owner}" has no argument ${JSON.stringify(name.slice(0, 128))}`);
  }
  const source = completions !== undefined && Object.hasOwn(completions, name) ? completions[name] : [];
  if (source !== 'handler') return encodeCompletion(matchValues(source ?? [], value));
  const known = await addSupplied(service, supplied, settled, context, `COMPLETION: ${owner}`);
  try {
    const handlers = (await service.loadHandlers()).completions?.[kind][owner];
    // A request that was cancelled in the meantime must no longer take effect.
    if (context.isClosed) return encodeCompletion([]);
    context.enter(service, 'COMPLETION', `${owner} ${name}`);
    const returned = await handlers?.[name]?.(value, addArguments(context, known) as CompletionContext<never>);
    return encodeCompletion(returned ?? []);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { exchange, isClosed } = context;
    if (!isClosed) reportThrown(service.report, `COMPLETION: ${owner} ${name}`, error, exchange);
    throw new ProtocolError(-32603, 'Completion failed');
  }
}

interface Argument {
  readonly name: string;
  readonly value: string;
  /** Values of other arguments. */
  readonly settled: { readonly [name: string]: string };
}

function readArgument({ argument, context = {} }: JsonObject): Argument {
  const { name, value } = isJsonObject(argument) ? argument : {};
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw invalidParams('Invalid params: "argument" must have a name and a value, both strings');
  }
  const settled = isJsonObject(context) ? (context['arguments'] ?? {}) : undefined;
  if (!isJsonObject(settled) || !Object.values(settled).every((each) => typeof each === 'string')) {
    throw invalidParams('Invalid params: "context.arguments" must be an object with string values');
  }
  return { name, value, settled: settled as Argument['settled'] };
}

/** The entry whose argument is completed. */
interface Source {
  readonly kind: 'prompts' | 'resourceTemplates';
  /** Name of the prompt, or the URI template. */
  readonly owner: string;
  /** Names of all arguments; `undefined` for a static resource. */
  readonly names: readonly string[] | undefined;
  readonly completions: Completions | undefined;
  /** Arguments that the server adds to those that are already known. */
  readonly supplied?: SuppliedTexts | undefined;
}

function findSource(service: Service, ref: unknown): Source {
  const { type, name, uri } = isJsonObject(ref) ? ref : {};
  if (type === 'ref/prompt' && typeof name === 'string') {
    const prompt = service.prompts.get(name);
    if (prompt === undefined || !service.enabled.has('prompts', name)) throw unknownName('prompt', name);
    const names = prompt.arguments.map((each) => each.name);
    return { kind: 'prompts', owner: name, names, completions: prompt.completions, supplied: prompt.supplied };
  }
  if (type !== 'ref/resource' || typeof uri !== 'string') {
    throw invalidParams('Invalid params: "ref" must be a ref/prompt with a name or a ref/resource with a uri');
  }
  const kind = 'resourceTemplates';
  const template = service.definition.resourceTemplates.find(({ uriTemplate }) => uriTemplate === uri);
  if (template !== undefined && service.enabled.has(kind, uri)) {
    const { matcher, completions, supplied } = template;
    const names = [...matcher.path, ...matcher.query].map((each) => each.name);
    return { kind, owner: uri, names, completions, supplied };
  }
  if (service.resources.has(uri)) return { kind, owner: uri, names: undefined, completions: undefined };
  throw invalidParams(`Unknown resource template: ${uri.slice(0, 256)}`);
}

/** Values that begin with the typed text, then those that contain it. Matching is case-insensitive. */
function matchValues(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(wanted));
  const isBest = (value: string): boolean => value.toLowerCase().startsWith(wanted);
  return [...found.filter(isBest), ...found.filter((value) => !isBest(value))];
}

function addArguments(context: CallContext, settled: CompletionContext['arguments']): CompletionContext {
  return Object.defineProperty(context, 'arguments', { value: settled }) as CallContext & CompletionContext;
}

function encodeCompletion(returned: unknown): ResultBody {
  const page: JsonObject = isJsonObject(returned) ? returned : { values: returned };
  const { values, total, hasMore } = page;
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) {
    throw new TypeError('The handler must return an array of strings or {values}');
  }
  const completion = {
    values: values.slice(0, maxValues),
    total: Number.isSafeInteger(total) ? total : Array.isArray(returned) ? values.length : undefined,
    hasMore: values.length > maxValues || hasMore === true,
  };
  return { members: `"completion":${JSON.stringify(completion)}` };
}
