import { isJsonObject, type JsonObject } from '../../../../runtime/wire/json.js';
import { tokenEstimate } from '../../../outputs/inspect/estimate-tokens.js';
import { inspectModel, type InspectedFinding } from '../../../outputs/inspect/inspect-model.js';
import { clientProfiles } from '../../../pipeline/profiles/client-profiles.js';
import { createFindingLocator } from '../../../pipeline/read/locate-place.js';
import type {
  ResultUsageReport,
  UsageAdvice,
  UsagePart,
  ListUsageReport,
  Size,
  ToolUsageReport,
} from './usage-report.js';
import { readLists } from './read-lists.js';

/** Maximum number of listed tool parts. */
const shownParts = 6;
/** Number of tokens of a tool, and its share of all tokens, above which the report mentions the tool. */
const manyTokens = 1_500;

/**
 * Measures the token usage of a list's tools, and lists what clients reject or truncate. Counts only the fields that clients pass to
 * models: name, description and input schema.
 *
 * @param server Server name, which some clients prepend to tool names.
 * @param tools Descriptors as received.
 * @throws ListsTooLong if there are more than 10 million characters.
 */
export function measureUsage(server: string, tools: readonly unknown[]): ListUsageReport {
  const read = readLists(server, { tools });
  const profiles = clientProfiles.filter(({ isOptIn }) => !isOptIn);
  const { findings } = inspectModel(read.resolved.model, {
    profiles,
    loweredFor: [],
    tokens: tokenEstimate,
    locate: createFindingLocator(read),
  });
  const sized = tools.filter(isJsonObject).map((tool) => ({ tool, size: measureTool(tool) }));
  const whole = sumSizes(sized.map(({ size }) => size));
  const reports = sized.map(({ tool, size }): ToolUsageReport => {
    const name = String(tool['name']);
    const own = findings.filter((finding) => finding.tools.includes(name)).map(adviseFinding);
    const parts = listParts(tool);
    const share = whole.tokens === 0 ? 0 : size.tokens / whole.tokens;
    return { name, ...size, share, parts, advice: [...own, ...adviseSize(size, parts)] };
  });
  const general = findings.filter((finding) => finding.tools.length === 0).map(adviseFinding);
  return { ...whole, tools: reports, advice: general, profiles: profiles.map(({ name }) => name) };
}

function sizeOf(text: string): Size {
  return { tokens: tokenEstimate.count(text), bytes: Buffer.byteLength(text) };
}

function measureTool({ name, description, inputSchema }: JsonObject): Size {
  return sizeOf(JSON.stringify({ name, description, inputSchema }));
}

function sumSizes(sizes: readonly Size[]): Size {
  const sum = (pick: (size: Size) => number) => sizes.reduce((total, size) => total + pick(size), 0);
  return { tokens: sum(({ tokens }) => tokens), bytes: sum(({ bytes }) => bytes) };
}

function listParts(tool: JsonObject): readonly UsagePart[] {
  const { description, inputSchema } = tool;
  const membersOf = (keyword: string, noun: string): readonly UsagePart[] => {
    const members = isJsonObject(inputSchema) ? inputSchema[keyword] : undefined;
    return Object.entries(isJsonObject(members) ? members : {}).map(([name, schema]) => ({
      name: `${noun} ${name}`,
      ...sizeOf(JSON.stringify({ [name]: schema })),
    }));
  };
  const parts = [
    ...(typeof description === 'string' ? [{ name: 'description', ...sizeOf(description) }] : []),
    ...membersOf('properties', 'argument'),
    ...membersOf('$defs', 'definition'),
  ];
  return parts.toSorted((one, other) => other.tokens - one.tokens).slice(0, shownParts);
}

function adviseSize({ tokens }: Size, [largest]: readonly UsagePart[]): readonly UsageAdvice[] {
  if (tokens <= manyTokens || largest === undefined) return [];
  const share = Math.round((100 * largest.tokens) / tokens);
  const help =
    largest.name === 'description'
      ? 'Shorten the description: begin with what a model needs to choose the tool.'
      : 'Shorten its descriptions, omit anything that calls do not need, or move the tool to a toolset that is served on request.';
  const message = `The tool uses about ${tokens} tokens in every conversation, ${share}% of them for the ${largest.name}.`;
  return [{ severity: 'note', message, help, profiles: [] }];
}

function adviseFinding({ severity, message, profiles, source, rule, lowering }: InspectedFinding): UsageAdvice {
  const fewer = 'Serve fewer tools: divide them into toolsets, or use discover mode for an API.';
  const change = `Change the definition, or see ${source}`;
  const adapted = `\`generate --profile ${profiles[0]}\` adapts it. ${lowering ?? ''}`.trim();
  const help = lowering !== undefined ? adapted : rule === 'tool-count' ? fewer : change;
  return { severity, message, help, profiles, source };
}

/**
 * Limits of Claude Code for tool results: the number of tokens above which it warns, and the maximum number of tokens.
 *
 * @see https://code.claude.com/docs/en/mcp#mcp-output-limits-and-warnings
 */
const answerLimits = {
  profile: 'claude',
  warned: 10_000,
  max: 25_000,
  source: 'https://code.claude.com/docs/en/mcp#mcp-output-limits-and-warnings',
};

/**
 * Measures the token usage of a tool result.
 *
 * @param result Result of `tools/call`.
 */
export function measureResult(result: unknown): ResultUsageReport {
  const content =
    isJsonObject(result) && Array.isArray(result['content']) ? (result['content'] as readonly unknown[]) : [];
  const blocks = content.filter(isJsonObject);
  const texts = blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const structured = isJsonObject(result) ? result['structuredContent'] : undefined;
  const text = sizeOf(texts.join('\n'));
  return {
    text,
    structured: sizeOf(structured === undefined ? '' : JSON.stringify(structured)),
    others: blocks.length - texts.length,
    advice: adviseAnswer(text),
  };
}

function adviseAnswer({ tokens }: Size): readonly UsageAdvice[] {
  const { profile, warned, max, source } = answerLimits;
  if (tokens <= warned) return [];
  const isCut = tokens > max;
  return [
    {
      severity: isCut ? 'error' : 'warning',
      message: isCut
        ? `The result has about ${tokens} tokens. Claude Code truncates results at ${max} by default.`
        : `The result has about ${tokens} tokens. Claude Code warns above ${warned}.`,
      help: 'Return less by default: paginate, filter, or select fields. For tools of an API, set `output` next to `document`.',
      profiles: [profile],
      source,
    },
  ];
}
