import type { ServerModel } from '../model/model.js';
import { diffCache } from './diff-resource.js';
import type { EntityDiff } from './entity-diff.js';

/** Tells how two versions of the server itself differ. */
export function diffServer(diff: EntityDiff, old: ServerModel, recent: ServerModel): void {
  if (old.name !== recent.name) {
    diff.tell('server-name-changed', `the name is \`${recent.name}\` instead of \`${old.name}\``, { path: ['name'] });
  }
  if (old.version !== recent.version) {
    diff.tell('server-version-changed', `${recent.version} instead of ${old.version}`, { path: ['version'] });
  }
  diff.tellKeys('server-documentation-changed', {
    title: [old.title, recent.title],
    description: [old.description, recent.description],
    instructions: [old.instructions, recent.instructions],
    websiteUrl: [old.websiteUrl, recent.websiteUrl],
    icons: [old.icons, recent.icons],
  });
  diffCapabilities(diff, old, recent);
  diffCache(diff, old.cache, recent.cache);
  if (old.negotiation === recent.negotiation) return;
  const path = ['negotiation'];
  if (recent.negotiation) diff.tell('negotiation-tightened', 'negotiation is strict now', { path });
  else diff.tell('negotiation-relaxed', 'negotiation is not strict any more', { path });
}

function diffCapabilities(diff: EntityDiff, old: ServerModel, recent: ServerModel): void {
  const [wasSubscribing, isSubscribing] = [old, recent].map(({ capabilities }) => capabilities?.subscribe ?? false);
  const path = ['capabilities'];
  if (isSubscribing && !wasSubscribing) {
    diff.tell('subscriptions-added', 'clients can subscribe to resources now', { path });
  }
  if (wasSubscribing && !isSubscribing) {
    diff.tell('subscriptions-removed', 'clients cannot subscribe to resources any more', { path });
  }
  const [before, after] = [old, recent].map(({ capabilities }) => capabilities?.listChanged ?? []);
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    const [did, does] = [before?.includes(list), after?.includes(list)];
    if (does && !did) diff.tell('list-changes-added', `clients are told when the ${list} change`, { path });
    if (did && !does)
      diff.tell('list-changes-removed', `clients are not told any more when the ${list} change`, { path });
  }
}
