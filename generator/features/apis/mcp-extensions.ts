import { didYouMean } from '../../core/diagnostics/suggest.js';
import { defined } from '../../core/model/json.js';
import { textsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, entryOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './operations.js';
import { readTexts, type ToolTexts } from './tool-overrides.js';

/** Part of a document that contains an extension. */
type Level = 'operation' | 'path' | 'document';

/** OpenAPI extension that hides operations or overrides tool texts. */
interface McpExtension {
  /** Keys that lead to the extension's object. */
  readonly path: readonly [string, ...string[]];
  readonly levels: readonly Level[];
  /** Returns whether the value at the path hides the operation; `undefined` if the value does not specify it. */
  readonly readHidden: (value: SourceNode) => boolean | undefined;
  readonly readTexts: (value: SourceNode) => ToolTexts;
}

/**
 * Extensions of this project and of other generators. On the same level, earlier ones take precedence.
 *
 * @see https://github.com/harsha-iiiv/openapi-mcp-generator#filter-operations-with-x-mcp
 * @see https://www.speakeasy.com/docs/standalone-mcp/customize-tools
 * @see https://www.mintlify.com/docs/api-playground/openapi-setup
 * @see https://zuplo.com/docs/mcp-server/tools
 */
const extensions: readonly McpExtension[] = [
  { path: ['x-mcp'], levels: ['operation', 'path', 'document'], readHidden: readOwnHidden, readTexts },
  {
    path: ['x-speakeasy-mcp'],
    levels: ['operation'],
    readHidden: (value) => readFlag(childOf(value, 'disabled')),
    readTexts: readSpeakeasyTexts,
  },
  { path: ['x-mint', 'mcp'], levels: ['operation', 'document'], readHidden: readDisabled, readTexts: readNames },
  { path: ['x-zuplo-route', 'mcp'], levels: ['operation'], readHidden: readDisabled, readTexts: readNames },
];

/** Keys of `x-mcp` by level. */
const flags = ['enabled', 'hidden', 'skip'];
const ownKeys: { readonly [level in Level]: readonly string[] } = {
  operation: ['name', 'title', 'description', 'toolset', ...flags],
  path: flags,
  document: flags,
};

/**
 * Keys that `x-mcp` has at the root of a document that describes an MCP server. They have no effect on tools.
 *
 * @see https://redocly.com/docs/realm/content/api-docs/openapi-extensions/x-mcp
 */
const describingKeys: ReadonlySet<string> = new Set(
  'protocolVersion servers capabilities tools resources prompts'.split(' '),
);

/**
 * Reads the extensions that apply to an operation. The operation takes precedence over its path, and the path over the
 * document.
 *
 * @returns `undefined` if the operation is hidden.
 */
export function readExtensions(document: ApiDocument, { operation, pathItem }: ApiOperation): ToolTexts | undefined {
  const parts = { operation, path: pathItem, document: document.root };
  for (const level of Object.keys(ownKeys) as Level[]) checkOwn(document, entryOf(parts[level], 'x-mcp'), level);
  const decisions = (Object.keys(ownKeys) as Level[]).flatMap((level) =>
    extensions.flatMap(({ path, levels, readHidden }) => {
      const value = levels.includes(level) ? valueAt(parts[level], path) : undefined;
      return (value && readHidden(value)) ?? [];
    }),
  );
  if (decisions[0] === true) return undefined;
  const texts = extensions.toReversed().map(({ path, readTexts: read }) => {
    const value = valueAt(operation, path);
    return value ? read(value) : {};
  });
  return Object.assign({}, ...texts) as ToolTexts;
}

function valueAt(part: SourceNode, path: readonly string[]): SourceNode | undefined {
  return path.reduce<SourceNode | undefined>(childOf, part);
}

/** `false`, `enabled: false`, `hidden: true` and `skip: true` hide the operation. */
function readOwnHidden(value: SourceNode): boolean | undefined {
  const isShown = readFlag(value) ?? readFlag(childOf(value, 'enabled'));
  if (isShown !== undefined) return !isShown;
  return readFlag(childOf(value, 'hidden')) ?? readFlag(childOf(value, 'skip'));
}

function readDisabled(value: SourceNode): boolean | undefined {
  const isShown = readFlag(childOf(value, 'enabled'));
  return isShown === undefined ? undefined : !isShown;
}

function readNames(value: SourceNode): ToolTexts {
  const { name, description } = readTexts(value);
  return defined({ name, description });
}

/** Like toolsets, Speakeasy's scopes choose the tools that a server starts with. */
function readSpeakeasyTexts(value: SourceNode): ToolTexts {
  const { name, title, description } = readTexts(value);
  const toolsets = childOf(value, 'scopes') && textsAt(value, 'scopes');
  return defined({ name, title, description, toolsets });
}

/** Reads a boolean, or a string that stands for one: YAML 1.2 parses `off` and `no` as strings. */
function readFlag(node: SourceNode | undefined): boolean | undefined {
  if (node?.kind !== 'scalar') return undefined;
  const text = String(node.value).trim().toLowerCase();
  if (/^(?:true|yes|on|1)$/u.test(text)) return true;
  return /^(?:false|no|off|0)$/u.test(text) ? false : undefined;
}

/** Warns of an `x-mcp` value without effect. */
function checkOwn(document: ApiDocument, entry: MapEntry | undefined, level: Level): void {
  if (!entry || readFlag(entry.value) !== undefined) return;
  const keys = ownKeys[level];
  if (entry.value.kind !== 'map') {
    const help = 'Write `true`, `false`, or an object.';
    document.warn('invalid-api', entry.value.location, 'This value of `x-mcp` is unknown and ignored.', {
      help,
    });
    return;
  }
  for (const { key, keyLocation, value } of entriesOf(entry.value)) {
    const isKnown = keys.includes(key) || key.startsWith('x-');
    if (isKnown && flags.includes(key) && readFlag(value) === undefined) {
      const text = `\`${key}\` of \`x-mcp\` must be true or false; it is ignored.`;
      document.warn('invalid-api', value.location, text);
    }
    if (isKnown || (level === 'document' && describingKeys.has(key))) continue;
    const elsewhere = ownKeys.operation.includes(key) ? 'Move it to an operation.' : undefined;
    const help = elsewhere ?? didYouMean(key, keys) ?? `Allowed keys: ${keys.join(', ')}.`;
    document.warn('invalid-api', keyLocation, `\`x-mcp\` has no key \`${key}\` here; it is ignored.`, {
      help,
    });
  }
}
