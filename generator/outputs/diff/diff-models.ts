import type { Model, ResourceModel, ResourceTemplateModel, ServerModel } from '../../core/model/model.js';
import { EntryChanges, type Change } from '../../feature-kit/changes/change.js';
import type { ChangeRule } from '../../feature-kit/changes/change-rules.js';
import { diffLists, type Versions } from '../../feature-kit/changes/diff-lists.js';
import { SchemaVersions } from '../../feature-kit/changes/schema/schema-versions.js';
import { isDeclared } from '../../feature-kit/emit/handler-module.js';
import { features } from '../../features.js';
import { diffCache } from '../../feature-kit/changes/diff-cache.js';
import { diffPrompt, diffResource, diffTemplate, diffTool } from './diff-entries.js';

/**
 * Lists the differences between two models: server changes first, then changes of tools, prompts, resources and
 * templates. A renamed entry counts as removed and added. Server settings are compared only if both sides have them,
 * because a single file may have none.
 */
export function diffModels(old: Model, recent: Model): readonly Change[] {
  const versions: Versions = {
    old,
    recent,
    schemas: new SchemaVersions(old.definitions, recent.definitions),
    diffParts: (changes, one, other) => features.forEach(({ diff }) => diff?.entry?.(changes, one, other, versions)),
  };
  return [
    ...diffServers(versions),
    ...diffLists(old.tools, recent.tools, versions, {
      kind: 'tool',
      keyOf: ({ name }) => name,
      compare: diffTool,
      rules: { added: 'tool-added', removed: () => 'tool-removed' },
      isStatic: isDeclared,
    }),
    ...diffLists(old.prompts, recent.prompts, versions, {
      kind: 'prompt',
      keyOf: ({ name }) => name,
      compare: diffPrompt,
      rules: { added: 'prompt-added', removed: () => 'prompt-removed' },
      isStatic: ({ messages }) => messages !== undefined,
    }),
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
    ...features.flatMap(({ diff }) => diff?.others?.(versions) ?? []),
  ];
}

/** Whether a resource is compared here rather than by a feature. Features compare their own resources. */
function isPlain({ owner }: ResourceModel): boolean {
  return owner === undefined;
}

/** Lists the differences between the server settings of two versions. */
function diffServers(versions: Versions): readonly Change[] {
  const { server: old } = versions.old;
  const { server: recent } = versions.recent;
  if (old.name === '' || recent.name === '') return [];
  const changes = new EntryChanges({
    subject: { kind: 'server', name: recent.name },
    place: { anchor: { kind: 'server' }, path: [] },
    versions: versions.schemas,
    hasHandler: true,
  });
  changes.addValue('server-name-changed', 'name', old.name, recent.name);
  changes.addValue('server-version-changed', 'version', old.version, recent.version);
  const texts = ['title', 'description', 'instructions', 'websiteUrl', 'icons'] as const;
  changes.addKeys('server-documentation-changed', texts, old, recent);
  diffCapabilities(changes, old, recent);
  diffCache(changes, old.cache, recent.cache);
  const rule = recent.negotiation ? 'negotiation-tightened' : 'negotiation-relaxed';
  changes.addValue(rule, 'negotiation', old.negotiation, recent.negotiation);
  for (const { diff } of features) diff?.server?.(changes, versions);
  return changes.list;
}

function diffCapabilities(changes: EntryChanges, { capabilities: old }: ServerModel, recent: ServerModel): void {
  const path = ['capabilities'];
  const { capabilities } = recent;
  if ((old?.subscribe ?? false) !== (capabilities?.subscribe ?? false)) {
    if (old?.subscribe) changes.add('subscriptions-removed', 'clients can no longer subscribe to resources', path);
    else changes.add('subscriptions-added', 'clients can now subscribe to resources', path);
  }
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    const [did, does] = [old, capabilities].map((all) => all?.listChanged.includes(list) ?? false);
    if (did === does) continue;
    if (does) changes.add('list-changes-added', `clients are now notified when the ${list} change`, path);
    else changes.add('list-changes-removed', `clients are no longer notified when the ${list} change`, path);
  }
}

/** Returns the rule for a removed resource. Clients can still read the resource if a template matches its URI. */
function ruleOfRemoval({ uri }: ResourceModel, templates: readonly ResourceTemplateModel[]): ChangeRule {
  const path = uri.replace(/\?.*/su, '');
  const isMatched = templates.some(({ matcher }) => new RegExp(matcher.pattern, 'u').test(path));
  return isMatched ? 'resource-unlisted' : 'resource-removed';
}
