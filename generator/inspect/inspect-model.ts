import {
  promptFields,
  resourceFields,
  resourceTemplateFields,
  toolFields,
  type Fields,
} from '../descriptors/descriptor-fields.js';
import { mapByName } from '../schema/wire-schema.js';
import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { chooseOutputForms } from '../descriptor-budget/output-forms.js';
import type { Model } from '../model/model.js';
import { checkModel } from '../profiles/check-model.js';
import { groupFindings } from '../profiles/diagnose-findings.js';
import type { Finding } from '../profiles/finding.js';
import { listServedTools, listTools } from '../profiles/list-served-tools.js';
import type { Profile } from '../profiles/profile.js';
import { loweringOf } from '../diagnostics/profile-rules.js';
import { knowsField, legacyRevisions, modernRevisions, type DescriptorKind } from '../../runtime/protocol/revisions.js';
import type {
  InspectedEntry,
  InspectedFinding,
  InspectedList,
  InspectedTool,
  Inspection,
  WireBytes,
} from './inspection.js';
import type { TokenCounter } from './token-counter.js';

/** How to inspect. */
export interface InspectOptions {
  /** Profiles to look at. */
  readonly profiles: readonly Profile[];
  /** Profiles that the model is lowered for. */
  readonly loweredFor: readonly Profile[];
  readonly tokens: TokenCounter;
  readonly locate: (finding: Finding) => SourceLocation | undefined;
}

/** What a server costs its clients as it is sent, and what they have trouble with. */
export function inspectModel(resolved: Model, options: InspectOptions): Inspection {
  const model = chooseOutputForms(resolved);
  const { profiles, loweredFor, tokens } = options;
  const prompts = model.prompts.map((prompt) => inspectEntry('prompt', 'name', prompt.name, promptFields(prompt)));
  const resources = model.resources.map((resource) =>
    inspectEntry('resource', 'uri', resource.uri, resourceFields(resource)),
  );
  const templates = model.resourceTemplates.map((template) =>
    inspectEntry('resourceTemplate', 'uriTemplate', template.uriTemplate, resourceTemplateFields(template)),
  );
  return {
    server: model.server.name,
    tokenizer: { name: tokens.name, isEstimate: tokens.isEstimate },
    loweredFor: loweredFor.map(({ name }) => name),
    profiles: profiles.map(({ name }) => name),
    tools: inspectTools(model, tokens),
    prompts: { entries: prompts, bytes: listBytes('prompts', prompts) },
    resources: { entries: resources, bytes: listBytes('resources', resources) },
    resourceTemplates: { entries: templates, bytes: listBytes('resourceTemplates', templates) },
    findings: inspectFindings(model, options),
  };
}

function inspectTools(model: Model, counter: TokenCounter): Inspection['tools'] {
  const definitions = mapByName(model.definitions);
  const served = new Set(listServedTools(model));
  const entries = listTools(model).map((tool): InspectedTool => {
    const { fields, legacyFields } = toolFields(tool, definitions);
    const read = new Map([['name', JSON.stringify(tool.name)], ...fields]);
    return {
      ...inspectEntry('tool', 'name', tool.name, fields, legacyFields),
      ...(tool.toolsets && { toolsets: tool.toolsets }),
      isServed: served.has(tool),
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

function inspectEntry(
  kind: DescriptorKind,
  keyField: string,
  key: string,
  fields: Fields,
  legacyFields: Fields = [],
): InspectedEntry {
  const [legacyRevision, modernRevision] = [legacyRevisions.at(-1), modernRevisions.at(-1)];
  const describe = (known: Fields, revision = legacyRevision ?? modernRevision) =>
    byteLength(
      joinFields([
        [keyField, JSON.stringify(key)],
        ...known.filter(([field]) => revision !== undefined && knowsField(revision, kind, field)),
      ]),
    );
  const legacy = [...new Map([...fields, ...legacyFields])];
  return { key, bytes: { legacy: describe(legacy, legacyRevision), modern: describe(fields, modernRevision) } };
}

function joinFields(fields: readonly (readonly [name: string, json: string | undefined])[]): string {
  const members = fields.flatMap(([name, json]) => (json === undefined ? [] : `${JSON.stringify(name)}:${json}`));
  return `{${members.join(',')}}`;
}

/** Bytes of the member of a result that is the list: `"tools":[…]`. */
function listBytes(name: string, entries: InspectedList<InspectedEntry>['entries']): WireBytes {
  const around = byteLength(`"${name}":[]`) + Math.max(0, entries.length - 1);
  return {
    legacy: around + sum(entries, ({ bytes }) => bytes.legacy),
    modern: around + sum(entries, ({ bytes }) => bytes.modern),
  };
}

function inspectFindings(model: Model, { profiles, locate }: InspectOptions): readonly InspectedFinding[] {
  return groupFindings(checkModel(model, profiles), locate).map((group) => {
    const { rule, severity, message, source } = group.finding;
    const lowering = loweringOf(rule);
    return {
      rule,
      severity,
      profiles: group.profiles,
      tools: group.tools,
      message,
      ...(group.location && { location: group.location }),
      ...(lowering !== undefined && { lowering }),
      source,
    };
  });
}

function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
