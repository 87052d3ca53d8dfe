import type { CacheModel, ResourceModel, ResourceTemplateModel } from '../model/model.js';
import { diffAnswer, diffCompletion, diffDescriptor } from './diff-descriptor.js';
import { pairByKey, type EntryChanges } from './change.js';

/** Reports the differences between two versions of a resource. */
export function diffResource(changes: EntryChanges, old: ResourceModel, recent: ResourceModel): void {
  diffListed(changes, old, recent);
  changes.addKeys('documentation-changed', { size: [old.size, recent.size] });
  const isStatic = recent.content !== undefined;
  diffAnswer(changes, { model: old, isStatic: old.content !== undefined }, { model: recent, isStatic });
  diffContent(changes, old, recent);
}

/** Reports the differences between two versions of a resource template. */
export function diffTemplate(changes: EntryChanges, old: ResourceTemplateModel, recent: ResourceTemplateModel): void {
  diffListed(changes, old, recent);
  diffAnswer(changes, { model: old, isStatic: false }, { model: recent, isStatic: false });
  for (const [name, one, other] of pairByKey(old.variables, recent.variables, (variable) => variable.name)) {
    const place = { part: `variable ${name}`, path: ['variables', name] };
    changes.addKeys('documentation-changed', { description: [one?.description, other?.description] }, place);
    diffCompletion(changes, one?.completion, other?.completion, place);
  }
}

/** Reports a difference between two cache settings. */
export function diffCache(changes: EntryChanges, old: CacheModel | undefined, recent: CacheModel | undefined): void {
  if (old?.ttlMs === recent?.ttlMs && old?.scope === recent?.scope) return;
  changes.add('cache-changed', `clients may keep it ${describe(recent)} instead of ${describe(old)}`, {
    path: ['cache'],
  });
}

function describe(cache: CacheModel | undefined): string {
  return cache ? `${cache.ttlMs} ms (${cache.scope})` : 'as long as by default';
}

function diffListed(
  changes: EntryChanges,
  old: ResourceModel | ResourceTemplateModel,
  recent: ResourceModel | ResourceTemplateModel,
): void {
  diffDescriptor(changes, old, recent);
  if (old.name !== recent.name) {
    changes.add('resource-renamed', `the name is \`${recent.name}\` instead of \`${old.name}\``, { path: ['name'] });
  }
  if (old.mimeType !== recent.mimeType) {
    const message = `the media type is ${recent.mimeType ?? 'not given'}, it was ${old.mimeType ?? 'not given'}`;
    changes.add('media-type-changed', message, { path: ['mimeType'] });
  }
  changes.addKeys('documentation-changed', { annotations: [old.annotations, recent.annotations] });
  diffCache(changes, old.cache, recent.cache);
}

function diffContent(changes: EntryChanges, old: ResourceModel, recent: ResourceModel): void {
  const [before, after] = [old.content, recent.content];
  if (!before || !after) return;
  const path = [after.kind];
  if (before.kind !== after.kind) {
    return changes.add('content-kind-changed', `the content is a ${after.kind} now`, { path });
  }
  const [oldText, newText] = [before, after].map((content) =>
    content.kind === 'text' ? content.text : content.base64,
  );
  if (oldText !== newText) changes.add('static-content-changed', 'the content changed', { path });
}
