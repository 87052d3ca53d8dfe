import type { ToolDefinition, ToolValidators } from '../api/definition.js';
import { describeProblems } from './describe-problems.js';
import { isJsonObject } from '../protocol/json-object.js';
import { messageOf } from '../protocol/protocol-error.js';
import { modernRevisions, revisionFeatures, type Revision } from '../protocol/revisions.js';
import { AnswerFault, encodeBlock, encodeTextContent } from './encode-content.js';
import type { ResultBody } from './result-body.js';
import { ToolResult, type ToolResultParts } from '../api/builders.js';

const isModern: ReadonlySet<Revision> = new Set(modernRevisions);

/** Thrown for an answer of a tool that cannot be sent. The message is for the client. */
export class UnusableAnswer extends Error {}

/**
 * Turns the return value of a tool handler into a result.
 *
 * @param warn Called for an invalid output, which is sent all the same. Absent: invalid output is an error.
 * @throws UnusableAnswer for an answer that does not fit the output schema or is not JSON.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export function encodeToolAnswer(
  tool: ToolDefinition,
  validators: ToolValidators,
  answer: unknown,
  revision: Revision,
  warn: ((message: string) => void) | undefined,
): ResultBody {
  const parts = ToolResult.partsOf(answer);
  if (parts !== undefined) return encodeParts(tool, validators, parts, revision, warn);
  if (validators.output !== undefined) {
    return { members: encodeStructured(tool, checkOutput(tool, validators, answer, warn), revision) };
  }
  return { members: encodeTextContent(toText(tool, answer)) };
}

/** The result of a tool that failed. */
export function encodeToolError(message: string): ResultBody {
  return { members: `${encodeTextContent(message)},"isError":true` };
}

function encodeParts(
  tool: ToolDefinition,
  validators: ToolValidators,
  { content, isError, structured, isMirrored, meta }: ToolResultParts,
  revision: Revision,
  warn: ((message: string) => void) | undefined,
): ResultBody {
  const isUnstructured = structured === undefined && validators.output !== undefined && isError !== true;
  if (isUnstructured) {
    rejectMisfit(`Tool "${tool.name}" has an output schema but returned no structured content`, warn);
  }
  let shown: string;
  let json: string | undefined;
  try {
    // Checked now: the era encodes it later, when an error could not become a result any more.
    if (meta !== undefined) JSON.stringify(meta);
    json = structured && checkOutput(tool, validators, structured.value, warn);
    shown = content.map((block, index) => encodeBlock(block, `content[${index}]`, revision)).join(',');
    if (isUnstructured) json = JSON.stringify(content[0]?.['text'] ?? null);
  } catch (error) {
    if (error instanceof AnswerFault)
      throw new UnusableAnswer(`Tool "${tool.name}" returned what cannot be sent: ${error.message}`);
    throw error instanceof UnusableAnswer ? error : notJson(tool, error);
  }
  if (json !== undefined) {
    return withMeta(encodeStructured(tool, json, revision, isMirrored === true ? undefined : shown), meta);
  }
  return withMeta(`"content":[${shown}]${isError === true ? ',"isError":true' : ''}`, meta);
}

function withMeta(members: string, meta: ToolResultParts['meta']): ResultBody {
  return meta === undefined ? { members } : { members, meta };
}

/** @param shown JSON text of the content. Default: one text block with the JSON text of the value. */
function encodeStructured(tool: ToolDefinition, json: string, revision: Revision, shown?: string): string {
  if (!revisionFeatures[revision].structuredContent) return encodeContent(json, shown);
  const isLegacy = !isModern.has(revision);
  // Invalid output for an object schema is sent as an object, too: descriptors of such tools say so.
  const isWrapped = json.startsWith('{')
    ? isLegacy && tool.wrapsLegacyOutput === true
    : isLegacy || (tool.passesMisfits === true && tool.wrapsLegacyOutput !== true);
  const sent = isWrapped ? `{"result":${json}}` : json;
  return `${encodeContent(sent, shown)},"structuredContent":${sent}`;
}

function encodeContent(json: string, shown: string | undefined): string {
  return shown === undefined ? encodeTextContent(json) : `"content":[${shown}]`;
}

/** JSON text of a structured value, after it was validated. */
function checkOutput(
  tool: ToolDefinition,
  validators: ToolValidators,
  value: unknown,
  warn: ((message: string) => void) | undefined,
): string {
  const validate = validators.output;
  try {
    if (validate === undefined || validate(value)) return stringify(tool, value);
    // The sent JSON counts: `toJSON` and `undefined` members make it differ from the value.
    const sent: unknown = JSON.parse(stringify(tool, value));
    if (validate(sent)) return JSON.stringify(sent);
    const problems = describeProblems(validate.errors, sent, 'the result');
    rejectMisfit(`Tool "${tool.name}" returned a result that does not fit its output schema:\n${problems}`, warn);
    return JSON.stringify(sent);
  } catch (error) {
    throw error instanceof UnusableAnswer ? error : notJson(tool, error);
  }
}

/** @throws UnusableAnswer unless invalid output is sent. */
function rejectMisfit(message: string, warn: ((message: string) => void) | undefined): void {
  if (warn === undefined) throw new UnusableAnswer(message);
  warn(message);
}

function toText(tool: ToolDefinition, answer: unknown): string {
  if (tool.returns !== undefined && tool.returns.length > 0) return toLines(tool, tool.returns, answer);
  if (answer === undefined) return 'Success';
  if (answer === null) throw new UnusableAnswer('Tool execution failed');
  return toPlainText(tool, answer);
}

function toLines(tool: ToolDefinition, names: readonly string[], answer: unknown): string {
  if (answer === undefined || answer === null) throw new UnusableAnswer('Tool execution failed');
  const [only] = names;
  const isBare = names.length === 1 && only !== undefined && !isJsonObject(answer);
  const values = isBare ? { [only]: answer } : answer;
  return names
    .map((name) => {
      const value = isJsonObject(values) && Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) throw new UnusableAnswer(`Tool "${tool.name}" returned no value for "${name}"`);
      return `${name}: ${toPlainText(tool, value)}`;
    })
    .join('\n');
}

function toPlainText(tool: ToolDefinition, value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : stringify(tool, value);
}

function stringify(tool: ToolDefinition, value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw notJson(tool, error);
  }
  if (json === undefined) throw notJson(tool, `a value of type ${typeof value}`);
  return json;
}

function notJson(tool: ToolDefinition, reason: unknown): UnusableAnswer {
  const [firstLine] = messageOf(reason).split('\n');
  return new UnusableAnswer(`Tool "${tool.name}" returned a result that is not JSON: ${firstLine}`);
}
