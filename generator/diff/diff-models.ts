import type { Model, ResourceModel, ResourceTemplateModel, ServerModel } from '../model/model.js';
import type { ChangeRule } from './change-rules.js';
import { diffPrompt } from './diff-prompt.js';
import { diffCache, diffResource, diffTemplate } from './diff-resource.js';
import { diffTool } from './diff-tool.js';
import { EntryChanges, pairByKey, type Change, type Subject } from './change.js';
import { SchemaVersions } from './schema/schema-versions.js';

/**
 * Lists the differences between two models: the server's first, then those of tools, prompts, resources and templates. A
 * renamed entry is one removed and one added. Servers are not compared where a side has none, as a single file may.
 */
export function diffModels(old: Model, recent: Model): readonly Change[] {
  const versions = new SchemaVersions(old.definitions, recent.definitions);
  return [
    ...diffServers(old, recent, versions),
    ...diffLists(old.tools, recent.tools, {
      kind: 'tool',
      versions,
      keyOf: ({ name }) => name,
      compare: diffTool,
      rules: { added: 'tool-added', removed: () => 'tool-removed' },
      isStatic: ({ handler }) => handler.kind === 'forward' && !handler.isImplemented,
    }),
    ...diffLists(old.prompts, recent.prompts, {
      kind: 'prompt',
      versions,
      keyOf: ({ name }) => name,
      compare: diffPrompt,
      rules: { added: 'prompt-added', removed: () => 'prompt-removed' },
      isStatic: ({ messages }) => messages !== undefined,
    }),
    ...diffLists(old.resources, recent.resources, {
      kind: 'resource',
      versions,
      keyOf: ({ uri }) => uri,
      compare: diffResource,
      rules: { added: 'resource-added', removed: (resource) => ruleOfRemoval(resource, recent.resourceTemplates) },
      isStatic: ({ content }) => content !== undefined,
    }),
    ...diffLists(old.resourceTemplates, recent.resourceTemplates, {
      kind: 'resourceTemplate',
      versions,
      keyOf: ({ uriTemplate }) => uriTemplate,
      compare: diffTemplate,
      rules: { added: 'template-added', removed: () => 'template-removed' },
      isStatic: () => false,
    }),
  ];
}

/** One kind of entries, and how to compare them. */
interface Section<Entry> {
  readonly kind: Exclude<Subject['kind'], 'server'>;
  readonly versions: SchemaVersions;
  readonly keyOf: (entry: Entry) => string;
  readonly compare: (changes: EntryChanges, old: Entry, recent: Entry) => void;
  readonly rules: { readonly added: ChangeRule; readonly removed: (entry: Entry) => ChangeRule };
  /** Whether an entry has no handler. */
  readonly isStatic: (entry: Entry) => boolean;
}

function diffLists<Entry>(old: readonly Entry[], recent: readonly Entry[], section: Section<Entry>): readonly Change[] {
  const { kind, keyOf, rules, isStatic } = section;
  return pairByKey(old, recent, keyOf).flatMap(([key, one, other]) => {
    const changes = new EntryChanges({ kind, name: key }, { kind, key }, section.versions);
    if (one && other) section.compare(changes, one, other);
    else if (one) changes.add(rules.removed(one), 'is gone', { side: 'old', hasHandler: !isStatic(one) });
    else changes.add(rules.added, 'is new');
    return changes.list;
  });
}

function diffServers(old: Model, recent: Model, versions: SchemaVersions): readonly Change[] {
  if (old.server.name === '' || recent.server.name === '') return [];
  const changes = new EntryChanges({ kind: 'server', name: recent.server.name }, { kind: 'server' }, versions);
  diffServer(changes, old.server, recent.server);
  return changes.list;
}

/** Reports the differences between two versions of the server's own settings. */
function diffServer(changes: EntryChanges, old: ServerModel, recent: ServerModel): void {
  if (old.name !== recent.name) {
    changes.add('server-name-changed', `the name is \`${recent.name}\` instead of \`${old.name}\``, { path: ['name'] });
  }
  if (old.version !== recent.version) {
    changes.add('server-version-changed', `${recent.version} instead of ${old.version}`, { path: ['version'] });
  }
  changes.addKeys('server-documentation-changed', {
    title: [old.title, recent.title],
    description: [old.description, recent.description],
    instructions: [old.instructions, recent.instructions],
    websiteUrl: [old.websiteUrl, recent.websiteUrl],
    icons: [old.icons, recent.icons],
  });
  diffCapabilities(changes, old, recent);
  diffCache(changes, old.cache, recent.cache);
  if (old.negotiation === recent.negotiation) return;
  const path = ['negotiation'];
  if (recent.negotiation) changes.add('negotiation-tightened', 'negotiation is strict now', { path });
  else changes.add('negotiation-relaxed', 'negotiation is not strict any more', { path });
}

function diffCapabilities(changes: EntryChanges, old: ServerModel, recent: ServerModel): void {
  const [wasSubscribing, isSubscribing] = [old, recent].map(({ capabilities }) => capabilities?.subscribe ?? false);
  const path = ['capabilities'];
  if (isSubscribing && !wasSubscribing) {
    changes.add('subscriptions-added', 'clients can subscribe to resources now', { path });
  }
  if (wasSubscribing && !isSubscribing) {
    changes.add('subscriptions-removed', 'clients cannot subscribe to resources any more', { path });
  }
  const [before, after] = [old, recent].map(({ capabilities }) => capabilities?.listChanged ?? []);
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    const [did, does] = [before?.includes(list), after?.includes(list)];
    if (does && !did) changes.add('list-changes-added', `clients are notified when the ${list} change`, { path });
    if (did && !does)
      changes.add('list-changes-removed', `clients are not notified any more when the ${list} change`, { path });
  }
}

/** Clients can still read a removed resource whose URI a template matches. */
function ruleOfRemoval({ uri }: ResourceModel, templates: readonly ResourceTemplateModel[]): ChangeRule {
  const path = uri.replace(/\?.*$/su, '');
  const isMatched = templates.some(({ matcher }) => new RegExp(matcher.pattern, 'u').test(path));
  return isMatched ? 'resource-unlisted' : 'resource-removed';
}
