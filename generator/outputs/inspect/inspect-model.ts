import {
  promptFields,
  resourceFields,
  resourceTemplateFields,
  toolFields,
  type Fields,
} from '../../feature-kit/descriptors/descriptor-fields.js';
import { mapByName } from '../../core/schema/wire-schema.js';
import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { chooseOutputForms } from '../../feature-kit/descriptors/budget/output-forms.js';
import { listedTools } from '../../core/model/listed-tools.js';
import { defined } from '../../core/model/json.js';
import type { Model, ToolModel, ToolOrigin } from '../../core/model/model.js';
import type { Advice } from '../../feature-kit/feature.js';
import { errorsPart } from '../../features/errors/errors-part.js';
import { toolsetsPart } from '../../features/toolsets/toolsets-part.js';
import { skillsOf, type SkillModel } from '../../features/skills/skills-part.js';
import {
  checkModel,
  groupFindings,
  listServedTools,
  type Finding,
  type FindingGroup,
} from '../../pipeline/profiles/check-model.js';
import type { Profile } from '../../pipeline/profiles/client-profiles.js';
import { profileRules } from '../../pipeline/profiles/profile-rules.js';
import {
  knowsField,
  legacyProtocolVersions,
  modernProtocolVersions,
  type DescriptorKind,
  type ProtocolVersion,
} from '../../../runtime/wire/protocol-versions.js';
import { describeImplementation, printPlain } from './describe-implementation.js';
import { countAdvice } from './format-advice.js';
import { inspectToolsets, proposeSplits, type InspectedToolset, type ToolsetSplit } from './inspect-toolsets.js';
import type { TokenCounter } from './estimate-tokens.js';

/** Size in bytes on the wire, for the latest legacy protocol version and the modern one. */
export interface WireBytes {
  readonly legacy: number;
  readonly modern: number;
}

/** Entry of a list. */
export interface InspectedEntry {
  /** Name, URI or URI template. */
  readonly key: string;
  readonly bytes: WireBytes;
}

/** Tool with its token count. */
export interface InspectedTool extends InspectedEntry {
  readonly toolsets?: readonly string[];
  /** Whether the tool is advertised by default, without selecting toolsets. */
  readonly isServed: boolean;
  /** Token count of the JSON that a model reads: name, description and input schema. */
  readonly tokens: number;
  readonly implementation: InspectedImplementation;
  /** Errors that the tool declares. They are not sent in lists, so that they cost no tokens. Absent if there are none. */
  readonly errors?: readonly InspectedError[];
}

/** Error that a tool declares. */
interface InspectedError {
  readonly name: string;
  readonly description: string;
  /** Whether it has data. */
  readonly hasData: boolean;
  /** Absent: unknown. */
  readonly retryable?: boolean;
}

/** How a tool is implemented. */
interface InspectedImplementation {
  /** Key of the definition, such as `sql`, or `handler`. */
  readonly kind: string;
  /** One sentence in Markdown, without a final period. */
  readonly summary: string;
  /** Whether the tool itself declares it in the definition, instead of a handler. */
  readonly isDeclared?: true;
  /** SQL statements or requests; absent for handlers. */
  readonly code?: readonly string[];
}

/** A server's list with its size. */
interface InspectedList<Entry extends InspectedEntry> {
  readonly entries: readonly Entry[];
  readonly bytes: WireBytes;
}

/** Problem that makes a client reject or truncate an entry. */
export interface InspectedFinding extends FindingGroup {
  /** Change that `generate --profile` makes to comply. */
  readonly lowering?: string;
}

/** Skill with the sizes of its parts. */
interface InspectedSkill {
  /** Path of the skill. */
  readonly key: string;
  readonly files: number;
  /** Total size of all files in bytes. */
  readonly bytes: number;
  /** Token count of name and description, which clients always include in the context. */
  readonly tokens: number;
  /** Token count of `SKILL.md`, which a model reads to use the skill. */
  readonly mainTokens: number;
}

/** Report of the `inspect` command: sizes of all descriptors, and findings of client profiles. */
export interface Inspection {
  readonly server: string;
  /** Name of the tokenizer that counted the tokens, or `estimate`. */
  readonly tokenizer: { readonly name: string; readonly isEstimate: boolean };
  /** Client profiles that the descriptors are adapted to. */
  readonly loweredFor: readonly string[];
  /** Client profiles that were checked. */
  readonly profiles: readonly string[];
  readonly tools: InspectedList<InspectedTool> & {
    readonly tokens: number;
    /** Tools that are advertised by default, without selecting toolsets. */
    readonly served: { readonly count: number; readonly bytes: WireBytes; readonly tokens: number };
  };
  /** Cost of each toolset; empty for a server without toolsets. */
  readonly toolsets: readonly InspectedToolset<WireBytes>[];
  /** Proposals for toolsets with more than 60 tools. */
  readonly splits: readonly ToolsetSplit[];
  readonly prompts: InspectedList<InspectedEntry>;
  readonly resources: InspectedList<InspectedEntry>;
  readonly resourceTemplates: InspectedList<InspectedEntry>;
  /** Skills with their sizes. The `SKILL.md` of each skill is also listed as a resource. */
  readonly skills: readonly InspectedSkill[];
  readonly findings: readonly InspectedFinding[];
  /** Advice on texts, by entry. */
  readonly advice: readonly Advice[];
  /** Number of pieces of advice by code. */
  readonly adviceCounts: { readonly [code: string]: number };
}

/** Options of {@link inspectModel}. */
interface InspectOptions {
  /** Client profiles to check. */
  readonly profiles: readonly Profile[];
  /** Client profiles that the model was adapted to. */
  readonly loweredFor: readonly Profile[];
  readonly tokens: TokenCounter;
  readonly locate: (finding: Finding) => SourceLocation | undefined;
  /** Origins of API tools by tool name. Default: none, in which case no toolsets are proposed. */
  readonly origins?: ReadonlyMap<string, ToolOrigin>;
  /** Advice on texts. Default: none. */
  readonly advice?: readonly Advice[];
}

/** Measures the descriptors of a server as sent to clients, and lists the entries that clients reject or truncate. */
export function inspectModel(resolved: Model, options: InspectOptions): Inspection {
  const model = chooseOutputForms(resolved);
  const { profiles, loweredFor, tokens, origins = new Map<string, ToolOrigin>(), advice = [] } = options;
  const tools = inspectTools(model, tokens);
  const list = (name: string, entries: readonly InspectedEntry[]) => ({ entries, bytes: listBytes(name, entries) });
  return {
    server: model.server.name,
    tokenizer: { name: tokens.name, isEstimate: tokens.isEstimate },
    loweredFor: loweredFor.map(({ name }) => name),
    profiles: profiles.map(({ name }) => name),
    tools,
    toolsets: inspectToolsets(tools.entries, profiles, (some) => listBytes('tools', some)),
    splits: proposeSplits(model, origins),
    prompts: list(
      'prompts',
      model.prompts.map((prompt) => inspectEntry('prompt', 'name', prompt.name, promptFields(prompt))),
    ),
    resources: list(
      'resources',
      model.resources.map((resource) => inspectEntry('resource', 'uri', resource.uri, resourceFields(resource))),
    ),
    resourceTemplates: list(
      'resourceTemplates',
      model.resourceTemplates.map((template) =>
        inspectEntry('resourceTemplate', 'uriTemplate', template.uriTemplate, resourceTemplateFields(template)),
      ),
    ),
    skills: skillsOf(model).map((skill) => inspectSkill(skill, tokens)),
    findings: groupFindings(checkModel(model, profiles), options.locate).map((group) => {
      const { adaptation } = profileRules[group.rule];
      const isAdaptable =
        adaptation !== undefined && (group.rule !== 'tool-name-length' || hasGivenNames(model, group));
      return { ...group, ...(isAdaptable && { lowering: adaptation }) };
    }),
    advice,
    adviceCounts: countAdvice(advice),
  };
}

function inspectSkill({ path, frontmatter, files }: SkillModel, tokens: TokenCounter): InspectedSkill {
  const shown = ['name', 'description'].map((key) => String(frontmatter.get(key) ?? '')).join(': ');
  const main = files[0]?.content;
  return {
    key: path,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    tokens: tokens.count(shown),
    mainTokens: main?.kind === 'text' ? tokens.count(main.text) : 0,
  };
}

/** Whether the generator chose the names of all tools in a finding. */
function hasGivenNames(model: Model, { tools }: FindingGroup): boolean {
  return model.tools.every(({ name, hasGeneratedName }) => hasGeneratedName === true || !tools.includes(name));
}

function inspectTools(model: Model, counter: TokenCounter): Inspection['tools'] {
  const definitions = mapByName(model.definitions);
  const served = new Set(listServedTools(model));
  const entries = listedTools(model).map((tool): InspectedTool => {
    const { fields, legacyFields } = toolFields(tool, definitions);
    const read = new Map([['name', JSON.stringify(tool.name)], ...fields]);
    return {
      ...inspectEntry('tool', 'name', tool.name, fields, legacyFields),
      ...defined({ toolsets: toolsetsPart.of(tool) }),
      isServed: served.has(tool),
      implementation: inspectImplementation(tool, model),
      ...defined({ errors: inspectErrors(tool) }),
      tokens: counter.count(joinFields(['name', 'description', 'inputSchema'].map((name) => [name, read.get(name)]))),
    };
  });
  const first = entries.filter(({ isServed }) => isServed);
  return {
    entries,
    bytes: listBytes('tools', entries),
    tokens: sum(entries, ({ tokens }) => tokens),
    served: { count: first.length, bytes: listBytes('tools', first), tokens: sum(first, ({ tokens }) => tokens) },
  };
}

function inspectImplementation(tool: ToolModel, model: Model): InspectedImplementation {
  const { kind, summary, isDeclared, code } = describeImplementation(tool, model);
  return { kind, summary: printPlain(summary), ...defined({ isDeclared, code }) };
}

function inspectErrors(tool: ToolModel): readonly InspectedError[] | undefined {
  return errorsPart.of(tool)?.errors.map(({ name, description, data, retryable }) => ({
    name,
    description,
    hasData: data !== undefined,
    ...defined({ retryable }),
  }));
}

function inspectEntry(
  kind: DescriptorKind,
  keyField: string,
  key: string,
  fields: Fields,
  legacyFields: Fields = [],
): InspectedEntry {
  const measure = (known: Fields, protocolVersion: ProtocolVersion) => {
    const sent = known.filter(([field]) => knowsField(protocolVersion, kind, field));
    return Buffer.byteLength(joinFields([[keyField, JSON.stringify(key)], ...sent]));
  };
  const legacy = [...new Map([...fields, ...legacyFields])];
  return { key, bytes: { legacy: measure(legacy, latestLegacy), modern: measure(fields, latestModern) } };
}

const latestLegacy: ProtocolVersion = legacyProtocolVersions.at(-1) ?? modernProtocolVersions[0];
const latestModern: ProtocolVersion = modernProtocolVersions.at(-1) ?? modernProtocolVersions[0];

function joinFields(fields: readonly (readonly [name: string, json: string | undefined])[]): string {
  const members = fields.flatMap(([name, json]) => (json === undefined ? [] : `${JSON.stringify(name)}:${json}`));
  return `{${members.join(',')}}`;
}

/** Returns the size in bytes of the list in a result: `"tools":[…]`. */
function listBytes(name: string, entries: readonly InspectedEntry[]): WireBytes {
  const around = Buffer.byteLength(`"${name}":[]`) + Math.max(0, entries.length - 1);
  return {
    legacy: around + sum(entries, ({ bytes }) => bytes.legacy),
    modern: around + sum(entries, ({ bytes }) => bytes.modern),
  };
}

function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}
