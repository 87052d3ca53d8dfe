import type { ServerModel } from '../model/model.js';
import { diffCache } from './diff-resource.js';
import type { EntryChanges } from './change.js';

/** Reports the differences between two versions of the server's own settings. */
export function diffServer(changes: EntryChanges, old: ServerModel, recent: ServerModel): void {
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
    if (does && !did) changes.add('list-changes-added', `clients are told when the ${list} change`, { path });
    if (did && !does)
      changes.add('list-changes-removed', `clients are not told any more when the ${list} change`, { path });
  }
}
