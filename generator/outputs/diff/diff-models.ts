import type {
  DescriptorModel,
  Model,
  ResourceModel,
  ResourceTemplateModel,
  ServerModel,
} from '../../core/model/model.js';
import { EntryChanges, pairByKey, type Change, type Subject } from '../../feature-kit/changes/change.js';
import type { ChangeRule } from '../../feature-kit/changes/change-rules.js';
import { diffAuth, ScopeComparison } from '../../features/auth/diff-auth.js';
import { diffCodeMode } from '../../features/code-mode/diff-code-mode.js';
import { diffCache } from './diff-descriptor.js';
import { diffEnvironment } from '../../features/environment/diff-environment.js';
import { diffPrompt, diffResource, diffTemplate, diffTool } from './diff-entries.js';
import { diffServed } from '../../features/toolsets/diff-served.js';
import { diffSkill } from '../../features/skills/diff-skill.js';
import { diffViews } from '../../features/views/diff-views.js';
import { SchemaVersions } from '../../feature-kit/changes/schema/schema-versions.js';

/**
 * Lists the differences between two models: the server's first, then those of tools, prompts, resources and templates. A
 * renamed entry is one removed and one added. Servers are not compared where a side has none, as a single file may.
 */
export function diffModels(old: Model, recent: Model): readonly Change[] {
  const versions = {
    schemas: new SchemaVersions(old.definitions, recent.definitions),
    scopes: new ScopeComparison(old.auth, recent.auth),
  };
  return [
    ...diffServers(old, recent, versions),
    ...diffLists(old.tools, recent.tools, versions, {
      kind: 'tool',
      keyOf: ({ name }) => name,
      compare: (changes, one, other) => {
        diffTool(changes, one, other);
        diffServed(changes, one, other, { old: old.server, recent: recent.server });
      },
      rules: { added: 'tool-added', removed: () => 'tool-removed' },
      isStatic: ({ handler }) => handler.kind === 'forward' && !handler.isImplemented,
    }),
    ...diffLists(old.prompts, recent.prompts, versions, {
      kind: 'prompt',
      keyOf: ({ name }) => name,
      compare: diffPrompt,
      rules: { added: 'prompt-added', removed: () => 'prompt-removed' },
      isStatic: ({ messages }) => messages !== undefined,
    }),
    ...diffViews(old, recent, versions.schemas),
    ...diffLists(old.resources.filter(isPlain), recent.resources.filter(isPlain), versions, {
      kind: 'resource',
      keyOf: ({ uri }) => uri,
      compare: diffResource,
      rules: { added: 'resource-added', removed: (resource) => ruleOfRemoval(resource, recent.resourceTemplates) },
      isStatic: ({ content }) => content !== undefined,
    }),
    ...diffLists(old.resourceTemplates, recent.resourceTemplates, versions, {
      kind: 'resourceTemplate',
      keyOf: ({ uriTemplate }) => uriTemplate,
      compare: diffTemplate,
      rules: { added: 'template-added', removed: () => 'template-removed' },
      isStatic: () => false,
    }),
    ...diffSkills(old, recent, versions),
  ];
}

/** Whether a resource is compared as one: pages of views are compared with the tools that have them, skills with their files. */
function isPlain({ content, skill }: ResourceModel): boolean {
  return content?.kind !== 'view' && skill === undefined;
}

/** Lists the differences between the skills: of their resources, then of their files. */
function diffSkills(old: Model, recent: Model, versions: Versions): readonly Change[] {
  const skillsOf = (model: Model) => new Map(model.skills.map((skill) => [skill.uri, skill]));
  const [oldSkills, skills] = [skillsOf(old), skillsOf(recent)];
  const isSkill = ({ skill }: ResourceModel): boolean => skill !== undefined;
  return diffLists(old.resources.filter(isSkill), recent.resources.filter(isSkill), versions, {
    kind: 'resource',
    keyOf: ({ uri }) => uri,
    compare: (changes, one, other) => {
      const [before, after] = [oldSkills.get(one.uri), skills.get(other.uri)];
      if (before && after) diffSkill(changes, before, after);
      diffCache(changes, one.cache, other.cache);
    },
    rules: { added: 'skill-added', removed: () => 'skill-removed' },
    isStatic: () => true,
  });
}

/** One kind of entries, and how to compare them. */
interface Section<Entry> {
  readonly kind: Exclude<Subject['kind'], 'server'>;
  readonly keyOf: (entry: Entry) => string;
  readonly compare: (changes: EntryChanges, old: Entry, recent: Entry) => void;
  readonly rules: { readonly added: ChangeRule; readonly removed: (entry: Entry) => ChangeRule };
  /** Whether an entry has no handler. */
  readonly isStatic: (entry: Entry) => boolean;
}

/** Parts that the comparisons of entries have in common. */
interface Versions {
  readonly schemas: SchemaVersions;
  readonly scopes: ScopeComparison;
}

function diffLists<Entry extends DescriptorModel>(
  old: readonly Entry[],
  recent: readonly Entry[],
  versions: Versions,
  { kind, keyOf, compare, rules, isStatic }: Section<Entry>,
): readonly Change[] {
  return pairByKey(old, recent, keyOf).flatMap(([key, one, other]) => {
    const place = { anchor: { kind, key }, path: [] };
    const hasHandler = !one || other !== undefined || !isStatic(one);
    const subject = { kind, name: key };
    const changes = new EntryChanges({ subject, place, versions: versions.schemas, hasHandler });
    if (one && other) {
      compare(changes, one, other);
      versions.scopes.diffEntry(changes, one, other);
    } else if (one) changes.add(rules.removed(one), 'is gone', [], { side: 'old' });
    else changes.add(rules.added, 'is new');
    return changes.list;
  });
}

/** Lists the differences between two versions of the server's own settings, and of who may use it. */
function diffServers(oldModel: Model, recentModel: Model, { schemas: versions, scopes }: Versions): readonly Change[] {
  const [{ server: old, auth: oldAuth }, { server: recent, auth }] = [oldModel, recentModel];
  if (old.name === '' || recent.name === '') return [];
  const subject = { kind: 'server', name: recent.name } as const;
  const place = { anchor: { kind: 'server' }, path: [] } as const;
  const changes = new EntryChanges({ subject, place, versions, hasHandler: true });
  changes.addValue('server-name-changed', 'name', old.name, recent.name);
  changes.addValue('server-version-changed', 'version', old.version, recent.version);
  const texts = ['title', 'description', 'instructions', 'websiteUrl', 'icons'] as const;
  changes.addKeys('server-documentation-changed', texts, old, recent);
  diffCapabilities(changes, old, recent);
  diffCache(changes, old.cache, recent.cache);
  const rule = recent.negotiation ? 'negotiation-tightened' : 'negotiation-relaxed';
  changes.addValue(rule, 'negotiation', old.negotiation, recent.negotiation);
  const store = !old.stores ? 'stores-added' : !recent.stores ? 'stores-removed' : 'stores-changed';
  changes.addValue(store, 'stores', old.stores, recent.stores);
  changes.addValue('default-toolsets-changed', 'toolsets', old.toolsets, recent.toolsets);
  diffEnvironment(changes, oldModel, recentModel);
  diffCodeMode(changes, old, recent);
  const access = new EntryChanges({
    subject: { ...subject, part: 'auth' },
    place: { anchor: { kind: 'auth' }, path: [] },
    versions,
    hasHandler: true,
  });
  diffAuth(access, oldAuth, auth);
  scopes.diffRequired(access);
  return [...changes.list, ...access.list];
}

function diffCapabilities(changes: EntryChanges, { capabilities: old }: ServerModel, recent: ServerModel): void {
  const path = ['capabilities'];
  const { capabilities } = recent;
  if ((old?.subscribe ?? false) !== (capabilities?.subscribe ?? false)) {
    if (old?.subscribe) changes.add('subscriptions-removed', 'clients cannot subscribe to resources any more', path);
    else changes.add('subscriptions-added', 'clients can subscribe to resources now', path);
  }
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    const [did, does] = [old, capabilities].map((all) => all?.listChanged.includes(list) ?? false);
    if (did === does) continue;
    if (does) changes.add('list-changes-added', `clients are notified when the ${list} change`, path);
    else changes.add('list-changes-removed', `clients are not notified any more when the ${list} change`, path);
  }
}

/** Clients can still read a removed resource whose URI a template matches. */
function ruleOfRemoval({ uri }: ResourceModel, templates: readonly ResourceTemplateModel[]): ChangeRule {
  const path = uri.replace(/\?.*/su, '');
  const isMatched = templates.some(({ matcher }) => new RegExp(matcher.pattern, 'u').test(path));
  return isMatched ? 'resource-unlisted' : 'resource-removed';
}
