import type { SuppliedRequest } from '../../core/api/request-context.js';
import type { SuppliedInput, SupplyArguments, SupplyTexts } from '../../core/api/supplied-arguments.js';
import type { Validator } from '../../core/api/validator.js';
import { readVariable } from '../../core/service/environment-variables.js';
import { exactOf, keepExact } from '../../wire/exact-value.js';
import { invalidParams } from '../../wire/protocol-error.js';
import { valueAt } from '../../wire/value-at.js';

/** Source of the value of an argument. */
export type ArgumentSource =
  | { readonly kind: 'caller'; readonly path: readonly string[] }
  | { readonly kind: 'env' | 'header'; readonly name: string; readonly type?: TextType }
  | { readonly kind: 'value'; readonly value: unknown };

/** Type that a text is read as. Default: it remains a string. */
type TextType = 'integer' | 'number' | 'boolean';

/** Argument that callers cannot send. */
export interface BoundArgument {
  readonly name: string;
  readonly source: ArgumentSource;
  /** Source on transports without callers, such as stdio. Default: `source`. */
  readonly stdio?: ArgumentSource;
}

/** Reasons for the caller and for the operator why an argument has no value. */
interface Refusal {
  readonly refusal: string;
  readonly detail: string;
}

/** Value of an argument, or the reasons why there is none. */
type Reading = { readonly value: unknown } | Refusal;

/** Creates the function that adds bound arguments to the arguments of callers of a tool. */
export function bindArguments(bound: readonly BoundArgument[]): SupplyArguments {
  return (input, validate, request) => {
    const found = readAll(bound, request, read);
    return 'refusal' in found ? found : complete(input, validate, found.values);
  };
}

/** Creates the function that adds bound texts to the arguments of a prompt, or to the variables of a URI. */
export function bindTexts(bound: readonly BoundArgument[]): SupplyTexts {
  return (sent, request) => {
    const refused = bound.find(({ name }) => Object.hasOwn(sent, name));
    if (refused !== undefined) {
      const name = JSON.stringify(refused.name);
      throw invalidParams(`Invalid params: ${name} cannot be sent, because the server sets it`);
    }
    const found = readAll(bound, request, readAsText);
    return 'refusal' in found ? found : { input: { ...sent, ...found.values } };
  };
}

/** Reads the values of all bound arguments; returns the refusal if one has none. */
function readAll(
  bound: readonly BoundArgument[],
  request: SuppliedRequest,
  readOne: (argument: BoundArgument, request: SuppliedRequest) => Reading,
): { readonly values: Values } | Refusal {
  const values: [string, unknown][] = [];
  for (const argument of bound) {
    const reading = readOne(argument, request);
    if ('refusal' in reading) return { ...reading, detail: `Argument "${argument.name}": ${reading.detail}` };
    values.push([argument.name, reading.value]);
  }
  return { values: Object.fromEntries(values) };
}

/** Reads a value as text. Integers and booleans of claims become text; other values are refused. */
function readAsText(argument: BoundArgument, request: SuppliedRequest): Reading {
  const reading = read(argument, request);
  if ('refusal' in reading || typeof reading.value === 'string') return reading;
  const { value } = reading;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return { value: String(value) };
  return { refusal: noValidValue, detail: 'The value is neither a text, an integer nor a boolean' };
}

const noValidValue = 'Not allowed: the server has no valid value for this caller';

type Values = { readonly [name: string]: unknown };

/** Adds values to the arguments of a caller if they are valid. */
function complete(input: Values, validate: Validator | undefined, found: Values): SuppliedInput {
  // Copied, because the validator fills in defaults, and all requests with the same token share its claims.
  const values = structuredClone(found);
  if (validate?.(values) !== true) {
    const paths = [...new Set(validate?.errors?.map(({ instancePath, keyword }) => `${instancePath} (${keyword})`))];
    return {
      refusal: noValidValue,
      detail: `The values of bound arguments do not match their schemas: ${paths.slice(0, 20).join(', ')}`,
    };
  }
  const all = { ...input, ...values };
  const exact = exactOf(input);
  if (exact !== input) keepExact(all, { ...(exact as Values), ...values });
  return { input: all };
}

function read({ source, stdio }: BoundArgument, { auth, http }: SuppliedRequest): Reading {
  const chosen = http === undefined && auth === undefined ? (stdio ?? source) : source;
  switch (chosen.kind) {
    case 'caller':
      return readCaller(chosen.path, auth);
    case 'header': {
      const text = http?.header(chosen.name);
      const refusal = `Not allowed: the request needs the header ${chosen.name}`;
      if (text === undefined || text === '') return { refusal, detail: `The header ${chosen.name} is missing` };
      // Repeated headers are joined by commas: one of them may come from the client, not from the proxy.
      if (text.includes(',')) return { refusal, detail: `The header ${chosen.name} was sent twice, or has a comma` };
      return readText(text, chosen.type) ?? { refusal, detail: `The header ${chosen.name} has the wrong type` };
    }
    case 'env': {
      const text = readVariable(chosen.name);
      const refusal = 'Not allowed: the server is not configured for this tool';
      if (text === undefined) return { refusal, detail: `The environment variable ${chosen.name} is not set` };
      const reading = readText(text, chosen.type);
      return reading ?? { refusal, detail: `The environment variable ${chosen.name} has the wrong type` };
    }
    case 'value':
      return { value: chosen.value };
  }
}

function readCaller(path: readonly string[], auth: SuppliedRequest['auth']): Reading {
  const shown = `auth.${path.join('.')}`;
  if (auth === undefined) {
    return { refusal: 'Not allowed: the caller is not authenticated', detail: `The caller has no \`${shown}\`` };
  }
  const value = valueAt(auth, path);
  if (value !== undefined && value !== null) return { value };
  const [root, ...claim] = path;
  const what = root === 'claims' ? `the token has no claim "${claim.join('.')}"` : `the caller has no ${root}`;
  return { refusal: `Not allowed: ${what}`, detail: `The caller has no \`${shown}\`` };
}

/** Reads a text as a value of a type; `undefined` for any other text. */
function readText(text: string, type: TextType | undefined): { readonly value: unknown } | undefined {
  if (type === undefined) return { value: text };
  if (type === 'boolean') return text === 'true' || text === 'false' ? { value: text === 'true' } : undefined;
  // `Number` would also accept 0x10 and white space.
  const value = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : NaN;
  return (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) ? { value } : undefined;
}
