import {
  structured,
  text,
  ToolResult,
  withMeta,
  type ContentBlock,
  type ToolResultParts,
} from '../../../core/api/builders.js';
import { codeFactsKey } from '../../../wire/code-facts-key.js';
import { printFileUri } from '../../../wire/file-uri.js';
import { stringifyExact } from '../../../wire/stringify-exact.js';
import type { Pause } from '../../../wire/after-turn.js';
import { isJsonObject } from '../../../wire/json.js';
import type { ApiResponse } from '../decode-response.js';
import type { ForwardApi, ForwardOperation, Paging } from '../forward-definition.js';
import { attachNotes } from './attach-notes.js';
import type { BoundedValue } from './bound-value.js';
import { countTokens } from './count-tokens.js';
import { findNext, type NextPage } from './find-next.js';
import { limitNotes, type Note } from './limit-notes.js';
import { renderText } from './render-text.js';
import { selectFields } from './select-fields.js';
import { dropUnread, truncateValue, type TruncatedValue } from './truncate-value.js';
import { takePrefix } from './take-prefix.js';

const defaultMaxTokens = 10_000;

/** Maximum length of JSON text that is sent unchanged, because rendering would not shorten it. */
const maxPlainJson = 500;

/** A call of an operation. */
export interface OperationCall {
  readonly api: ForwardApi;
  readonly operation: ForwardOperation;
  readonly input: unknown;
  /** Names of the arguments that the caller did not send. Default: none. */
  readonly supplied?: readonly string[] | undefined;
  /** Paths of the fields that the caller asked for. */
  readonly fields?: readonly string[] | undefined;
  /** Name of the tool for the URI of a large file that clients can read as a resource. Absent: they cannot. */
  readonly tool?: string;
}

/**
 * Converts an API response to a result that fits the budget of its tool, with notes about omitted parts.
 *
 * @param pause Called between the steps.
 * @see docs/decisions/0049-results-of-apis-are-truncated-last.md
 */
export async function shapeResponse(call: OperationCall, response: ApiResponse, pause: Pause): Promise<ToolResult> {
  const notes = limitNotes((response.facts?.notes ?? []).map(toElastic));
  switch (response.kind) {
    case 'json':
      return shapeValue(call, response, pause);
    case 'empty':
      return text(['Success', ...notes].join('\n'));
    case 'result':
      return shapeContent(call, response.result, notes);
  }
}

/** Converts an API response to a result for code. Nothing is truncated, and notes are next to the value. */
export async function wholeResult(call: OperationCall, response: ApiResponse, pause: Pause): Promise<ToolResult> {
  if (response.kind !== 'json')
    return response.kind === 'empty' ? shapeResponse(call, response, pause) : response.result;
  const { facts, transformed } = response;
  const { pick } = call.operation.output ?? {};
  const value = pick === undefined || transformed !== undefined ? response.value : selectFields(response.value, pick);
  const next = nextOf(call, response, { value: response.value, losses: [] })?.value;
  const notes = [...(facts?.total === undefined ? [] : [`Total: ${facts.total}`]), ...(facts?.notes ?? [])];
  // Code reads only the value; the text would be just as long.
  const whole = structured(value, []);
  if (next === undefined && notes.length === 0) return whole;
  return withMeta(whole, {
    [codeFactsKey]: { ...(next !== undefined && { next }), ...(notes.length > 0 && { notes }) },
  });
}

function maxTokensOf({ api, operation }: OperationCall): number {
  const { maxTokens = api.maxTokens ?? defaultMaxTokens } = operation.output ?? {};
  return maxTokens === 0 ? Infinity : maxTokens;
}

/**
 * Returns the token budget for reading a value; `Infinity` if all of it is needed, to select fields or to validate it.
 */
export function tokensToRead(call: OperationCall): number {
  const { pick, isExact, isChecked } = call.operation.output ?? {};
  const needsAll = call.fields !== undefined || pick !== undefined || isExact === true || isChecked === true;
  return needsAll ? Infinity : maxTokensOf(call);
}

type JsonResponse = Extract<ApiResponse, { readonly kind: 'json' }>;

async function shapeValue(call: OperationCall, response: JsonResponse, pause: Pause): Promise<ToolResult> {
  const { value, transformed, facts = { notes: [] } } = response;
  const { operation, fields } = call;
  const { pick, isExact, fields: argument } = operation.output ?? {};
  const checked = pick === undefined || transformed !== undefined ? value : selectFields(value, pick);
  const selected = fields === undefined ? checked : selectFields(checked, fields);
  const sendsExact = isExact === true && fields === undefined;
  const truncated: TruncatedValue = sendsExact
    ? { value: selected, losses: [] }
    : await truncateValue(selected, maxTokensOf(call), pause, response.parts);
  await pause();
  const next = nextOf(call, response, truncated, value === selected ? truncated.bounded : undefined);
  const losses = describeLosses(truncated, operation.paging, next, fields === undefined ? argument : undefined);
  const notes = [
    ...limitNotes([
      ...losses,
      ...(facts.total === undefined ? [] : [{ text: `Total: ${facts.total}` }]),
      ...facts.notes.map(toElastic),
    ]),
    // The value is for the next call, so it is never truncated.
    ...(next === undefined || operation.paging === undefined ? [] : [describeNext(operation.paging, next)]),
  ];
  const sent = sendsExact ? selected : attachNotes(truncated.value, notes);
  const shown = await showValue(truncated.value, notes, fields !== undefined || pick !== undefined, pause);
  const isPart = losses.length > 0 || next !== undefined;
  return new ToolResult({
    content: shown === undefined ? [] : [{ type: 'text', text: shown }],
    structured: response.parts === undefined ? { value: checked, ...(sent !== checked && { sent }) } : { sent },
    ...(!sendsExact && notes.length > 0 && { notes: { texts: notes, isPart } }),
    isMirrored: true,
  });
}

function toElastic(text: string): Note {
  return { text, isElastic: true };
}

/**
 * Finds the next page. Items of a transformed value differ from the API's items, so the next page begins after all of
 * them.
 */
function nextOf(
  { operation, input }: OperationCall,
  response: JsonResponse,
  { list }: TruncatedValue,
  bounded?: BoundedValue,
): NextPage | undefined {
  const { value, transformed, facts = { notes: [] } } = response;
  if (transformed === undefined)
    return operation.paging && findNext(operation.paging, { input, value, facts, list, bounded });
  return transformed.next && { ...transformed.next, followsKept: list === undefined };
}

/**
 * Maximum number of tokens of the value's JSON text for which the text is complete. Longer texts omit rarely used parts, which only the
 * structured content contains.
 */
const maxWholeText = 1000;

/**
 * Returns the text for clients that also read structured content; `undefined` if the JSON text is short enough.
 *
 * @param isChosen Whether the fields were selected, so that all are in the text.
 */
async function showValue(
  value: unknown,
  notes: readonly string[],
  isChosen: boolean,
  pause: Pause,
): Promise<string | undefined> {
  const json = stringifyExact(value) ?? 'null';
  const { value: read, names } = isChosen ? { value, names: [] } : await dropUnread(value, maxWholeText, pause);
  await pause();
  const rendered = json.length > maxPlainJson ? renderText(read) : json;
  const shown = rendered.length < json.length ? rendered : json;
  const isShorter = shown === rendered && names.length > 0;
  const all = [...(isShorter ? [`Only in the structured content: ${names.join('; ')}.`] : []), ...notes];
  if (all.length === 0) return shown === json ? undefined : shown;
  return `${shown}\n\nNotes:\n${all.map((note) => `- ${note}`).join('\n')}`;
}

/** Maximum number of characters of a path in a note. */
const maxPath = 80;

function describeLosses(
  { losses, list }: TruncatedValue,
  paging: Paging | undefined,
  next: NextPage | undefined,
  argument: string | undefined,
): readonly Note[] {
  if (losses.length === 0 && list === undefined) return [];
  const size = paging?.parameters.find(({ role }) => role === 'size');
  const suggestions = [
    ...(argument === undefined ? [] : [`\`${argument}\` with what you need`]),
    ...(list !== undefined && size !== undefined ? [`\`${size.key}: ${list.kept}\``] : []),
  ];
  const isContinued = next?.followsKept === true;
  const missing =
    list === undefined
      ? []
      : [
          `${list.total - list.kept} of ${list.total} items are omitted${list.path === '' ? '' : ` of ${list.path.slice(0, maxPath)}`}` +
            (isContinued ? ': the next page continues with them.' : ' (the last ones).'),
        ];
  const help =
    suggestions.length === 0 ? [] : [`To get the omitted data, call again with ${suggestions.join(' or ')}.`];
  return [
    ...['The result was truncated.', ...missing].map((text) => ({ text })),
    ...losses.map(toElastic),
    ...help.map((text) => ({ text })),
  ];
}

/** Describes the next page by its arguments as JSON: the operation's own paging parameters. */
function describeNext({ parameters }: Paging, { value, followsKept }: NextPage): string {
  const members = value.split('&').map((pair) => {
    const at = pair.indexOf('=');
    const [key, text] = [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
    const isNumber = parameters.some((each) => each.key === key && each.isInteger) && /^-?\d+$/u.test(text);
    return `${JSON.stringify(key)}:${isNumber ? text : JSON.stringify(text)}`;
  });
  const start = followsKept ? '' : ' It starts after the omitted items.';
  return `Next page: {${members.join(',')}} (repeat the call with these arguments.${start})`;
}

/** Truncates text that exceeds the budget, and replaces large files with links. */
function shapeContent(call: OperationCall, result: ToolResult, notes: readonly string[]): ToolResult {
  const parts = ToolResult.partsOf(result);
  if (parts === undefined) return result;
  const maxTokens = maxTokensOf(call);
  const content = parts.content.flatMap(
    (block) => linkFile(call, block, maxTokens) ?? [truncateBlock(block, maxTokens)],
  );
  const noted: readonly ContentBlock[] = notes.length === 0 ? [] : [{ type: 'text', text: notes.join('\n') }];
  return new ToolResult({ ...parts, content: [...content, ...noted], ...mirrorText(content[0], maxTokens) });
}

/** Minimum number of tokens of the structured copy of truncated text. */
const minMirror = 1000;

/**
 * Copies text into the structured content of a tool with an output schema, because clients reject results without
 * structured content. Text and copy share the budget. Empty if two copies of the text fit.
 */
function mirrorText(block: ContentBlock | undefined, maxTokens: number): Pick<ToolResultParts, 'mirror' | 'notes'> {
  const shown = block?.type === 'text' ? block['text'] : undefined;
  if (typeof shown !== 'string' || maxTokens === Infinity) return {};
  const tokens = countTokens(shown);
  const left = Math.max(maxTokens - tokens, minMirror);
  if (tokens <= left) return {};
  const texts = [`This copy is truncated; the result content has all ${shown.length} characters.`];
  return { mirror: takePrefix(shown, left), notes: { texts, isPart: true } };
}

/** Advice on how to get the rest of truncated text. */
const partialReadAdvice = 'Request a part of it if the tool has arguments for that.';
/** Advice on how to get a file that is not sent: as a resource, or otherwise from the API. */
const readAdvice =
  'Read the linked resource; to read a part of it, at most 1 MiB, append `&offset=0&length=262144` to its URI.';
const fileAdvice =
  'The link points to the API itself, which may require credentials. To send the file instead, set `output: { maxTokens: false }` in the server definition.';

/** Maximum size of a file that is sent, in bytes: no model reads the bytes of larger files. */
const maxFileBytes = 262_144;

/**
 * Returns a link that replaces an embedded file that is too large; `undefined` for any other block, and without a
 * budget.
 */
function linkFile(call: OperationCall, block: ContentBlock, maxTokens: number): readonly ContentBlock[] | undefined {
  const resource: unknown = block['resource'];
  if (block.type !== 'resource' || !isJsonObject(resource) || maxTokens === Infinity) return undefined;
  const { uri: source, mimeType, blob } = resource;
  if (typeof blob !== 'string' || typeof source !== 'string') return undefined;
  const size = Math.floor((blob.length * 3) / 4) - (/={0,2}$/u.exec(blob)?.[0].length ?? 0);
  if (size <= maxFileBytes) return undefined;
  const name = source.split(/[?#]/u, 1)[0]?.split('/').at(-1) || source;
  const readable = call.tool === undefined ? undefined : printFileUri(call.tool, sentArguments(call));
  const uri = readable ?? source;
  const advice = readable === undefined ? fileAdvice : readAdvice;
  const said = `The file has ${size} bytes (${String(mimeType)}) and is not included. ${advice}`;
  return [
    { type: 'text', text: said },
    { type: 'resource_link', uri, name, mimeType, size },
  ];
}

/** Returns the arguments that a caller repeats to make the same call. */
function sentArguments({ input, supplied = [] }: OperationCall): unknown {
  if (supplied.length === 0 || !isJsonObject(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !supplied.includes(name)));
}

function truncateBlock(block: ContentBlock, maxTokens: number): ContentBlock {
  const { type, text: fullText } = block;
  if (type !== 'text' || typeof fullText !== 'string' || countTokens(fullText, maxTokens) <= maxTokens) return block;
  const kept = String(takePrefix(fullText, maxTokens));
  return {
    ...block,
    text: `${kept}\n\nText truncated: the full text has ${fullText.length} characters. ${partialReadAdvice}`,
  };
}
