import type { ToolDefinition, ToolValidators } from '../api/definition.js';
import { describeProblems } from './describe-problems.js';
import { LongIntegerError, stringifyExact } from '../../wire/stringify-exact.js';
import { parseRounded } from '../../wire/exact-integers.js';
import { hasToJson, isJsonObject, tryStringify } from '../../wire/json.js';
import { VisibleError } from '../api/errors.js';
import { messageOf } from '../../wire/protocol-error.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import { HandlerResultError, encodeBlock } from './encode-content.js';
import type { ResultBody } from './result-body.js';
import { ToolResult, type ToolResultParts, type ValueNotes } from '../api/builders.js';

/** Thrown for a tool result that cannot be sent. The message is for the client. */
export class InvalidToolResult extends VisibleError {
  constructor(message: string, advice?: string) {
    super(message);
    this.advice = advice;
  }
}

/** Creates the error for a handler that returned `null`, or that returned nothing although the tool declares an output. */
export function noResult(tool: string): InvalidToolResult {
  return new InvalidToolResult(`Tool "${tool}" returned no result.`, 'return a value, or `error()` for a failure');
}

/** Call whose handler has returned. */
export interface ReturnedCall {
  readonly tool: ToolDefinition;
  readonly validators: ToolValidators;
  readonly protocolVersion: ProtocolVersion;
  /** Called for invalid output, which is sent anyway. Absent: invalid output is an error. */
  readonly warn: ((message: string) => void) | undefined;
}

/**
 * Converts the return value of a tool handler to a result.
 *
 * @throws InvalidToolResult for a value that does not match the output schema or is not JSON.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export function encodeToolResult(call: ReturnedCall, returned: unknown): ResultBody {
  const { tool } = call;
  try {
    const parts = returned instanceof ToolResult ? ToolResult.partsOf(returned) : undefined;
    if (parts !== undefined) return encodeParts(call, parts);
    if (tool.returns !== undefined && tool.returns.length > 0) {
      return { members: encodeNamed(call, tool.returns, returned) };
    }
    if (!hasOutputSchema(call)) return { members: encodeTextContent(toText(tool.name, returned)) };
    return { members: encodeStructured(call, checkOutput(call, returned)) };
  } catch (error) {
    if (error instanceof InvalidToolResult) throw error;
    const [reason] = messageOf(error).split('\n');
    const problem =
      error instanceof HandlerResultError || error instanceof LongIntegerError
        ? 'what cannot be sent'
        : 'a result that is not JSON';
    throw new InvalidToolResult(`Tool "${tool.name}" returned ${problem}: ${reason}`);
  }
}

/** Encodes the result of a failed tool. */
export function encodeToolError(message: string, others?: Pick<ResultBody, 'meta' | 'declaredError'>): ResultBody {
  return { members: `${encodeTextContent(message)},"isError":true`, ...others };
}

function encodeParts(call: ReturnedCall, parts: ToolResultParts): ResultBody {
  const { tool, protocolVersion } = call;
  const { content, isError, structured, isMirrored, notes, mirror, meta } = parts;
  const isUnstructured = structured === undefined && hasOutputSchema(call) && isError !== true;
  if (isUnstructured && tool.allowsUnstructured !== true) {
    const source = tool.returns === undefined ? 'an output schema' : 'an output schema (from `returns`)';
    rejectProblem(call, `Tool "${tool.name}" has ${source} but returned no structured content`);
  }
  // As plain data, so that encoding it later cannot fail.
  const sentMeta: unknown = meta === undefined ? undefined : JSON.parse(stringify(meta));
  if (meta !== undefined && !isJsonObject(sentMeta)) throw new HandlerResultError('_meta must be an object');
  const isShort = structured !== undefined && 'sent' in structured;
  // Without a schema there is nothing to check, and a long value need not be encoded.
  const isChecked = !isShort || ('value' in structured && call.validators.output !== undefined);
  let json = structured && isChecked ? checkOutput(call, structured.value) : undefined;
  if (isShort) json = stringify(structured.sent);
  const shown = content.map((block, index) => encodeBlock(block, `content[${index}]`, protocolVersion)).join(',');
  if (isUnstructured) json = JSON.stringify(mirror ?? content[0]?.['text'] ?? null);
  const isJsonText =
    isMirrored === true && (content.length === 0 || !protocolFeatures[protocolVersion].structuredContent);
  const members =
    json === undefined
      ? `"content":[${shown}]${isError === true ? ',"isError":true' : ''}`
      : encodeStructured(call, json, isJsonText ? undefined : shown, notes);
  return isJsonObject(sentMeta) ? { members, meta: sentMeta } : { members };
}

/** Whether the descriptor of the tool has an output schema. */
function hasOutputSchema({ tool, validators }: ReturnedCall): boolean {
  return validators.output !== undefined && tool.isTextOnly !== true;
}

/**
 * Encodes the members of a result with a structured value. An incomplete list is sent as `{ result, _notes }` in every
 * protocol version, so that clients that read only structured content do not consider it complete.
 *
 * @param shown JSON text of the content. Default: one text block with the JSON text of the value.
 */
function encodeStructured(
  { tool, protocolVersion }: ReturnedCall,
  json: string,
  shown?: string,
  notes?: ValueNotes,
): string {
  const isNoted = notes !== undefined && !json.startsWith('{');
  const noted = isNoted ? `{"result":${json},"_notes":${JSON.stringify(notes.texts)}}` : json;
  const { structuredContent, structuredValues } = protocolFeatures[protocolVersion];
  if (!structuredContent) return encodeContent(noted, shown);
  const isLoose = tool.allowsInvalidOutput === true || tool.allowsUnstructured === true;
  // Like valid output, invalid output for an object schema is sent as an object, because the descriptors of such tools declare an object.
  const isWrapped = json.startsWith('{')
    ? !structuredValues && tool.wrapsLegacyOutput === true
    : !structuredValues || (isLoose && tool.wrapsLegacyOutput !== true);
  const sent = isNoted && (isWrapped || notes.isPart) ? noted : isWrapped ? `{"result":${json}}` : json;
  return `${encodeContent(sent, shown)},"structuredContent":${sent}`;
}

function encodeContent(json: string, shown: string | undefined): string {
  return shown === undefined ? encodeTextContent(json) : `"content":[${shown}]`;
}

/** Validates and encodes a structured value. */
function checkOutput(call: ReturnedCall, value: unknown): string {
  const { tool, validators } = call;
  const validate = validators.output;
  if (validate === undefined) return stringify(value);
  // Validators do not support `bigint`: they get a rounded number.
  const plain = tryStringify(value);
  if (plain !== undefined && !hasToJson(value) && validate(value)) return plain;
  // Checks the JSON that is sent, because `toJSON` and `undefined` members can make it differ from the value.
  const json = plain ?? stringify(value);
  const sent = parseRounded(json);
  if (!validate(sent)) {
    const problems = describeProblems(validate.errors, sent, 'the result');
    const problem =
      tool.returns === undefined ? 'a result that does not fit its output schema' : 'values of the wrong type';
    rejectProblem(call, `Tool "${tool.name}" returned ${problem}:\n${problems}`);
  }
  return json;
}

/** @throws InvalidToolResult unless the tool allows invalid output. */
function rejectProblem({ warn }: ReturnedCall, message: string): void {
  if (warn === undefined) throw new InvalidToolResult(message);
  warn(message);
}

/** Encodes the `content` member of a result with one text block. */
function encodeTextContent(text: string): string {
  return `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
}

function toText(tool: string, returned: unknown): string {
  if (returned === undefined) return 'Success';
  if (returned === null) throw noResult(tool);
  return toPlainText(returned);
}

/**
 * Encodes the members of a result with named outputs: a `Name: value` line for each output, and an object with all
 * outputs.
 */
function encodeNamed(call: ReturnedCall, names: readonly string[], returned: unknown): string {
  if (returned === undefined || returned === null) throw noResult(call.tool.name);
  const [only] = names;
  const isBare = names.length === 1 && only !== undefined && !isJsonObject(returned);
  const values = isBare ? { [only]: returned } : returned;
  const outputs = names.map((name) => {
    const value = isJsonObject(values) && Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new InvalidToolResult(`Tool "${call.tool.name}" returned no value for "${name}"`);
    return [name, value] as const;
  });
  const text = outputs.map(([name, value]) => `${name}: ${toPlainText(value)}`).join('\n');
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  const json = checkOutput(call, Object.fromEntries(outputs));
  if (call.tool.isTextOnly === true) return encodeTextContent(text);
  return encodeStructured(call, json, JSON.stringify({ type: 'text', text }));
}

function toPlainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : stringify(value);
}

/** Encodes a value as JSON. A `bigint` becomes a number with all its digits. */
function stringify(value: unknown): string {
  const json = stringifyExact(value);
  if (json === undefined) throw new TypeError(`a value of type ${typeof value}`);
  return json;
}
