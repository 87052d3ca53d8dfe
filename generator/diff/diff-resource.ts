import type { CacheModel, ResourceModel, ResourceTemplateModel } from '../model/model.js';
import { diffAnswer, diffCompletion, diffDescriptor } from './diff-descriptor.js';
import type { EntityDiff } from './entity-diff.js';

/** Tells how two versions of a resource differ. */
export function diffResource(diff: EntityDiff, old: ResourceModel, recent: ResourceModel): void {
  diffListed(diff, old, recent);
  diff.tellKeys('documentation-changed', { size: [old.size, recent.size] });
  const isStatic = recent.content !== undefined;
  diffAnswer(diff, { model: old, isStatic: old.content !== undefined }, { model: recent, isStatic });
  diffContent(diff, old, recent);
}

/** Tells how two versions of a resource template differ. */
export function diffTemplate(diff: EntityDiff, old: ResourceTemplateModel, recent: ResourceTemplateModel): void {
  diffListed(diff, old, recent);
  diffAnswer(diff, { model: old, isStatic: false }, { model: recent, isStatic: false });
  const before = new Map(old.variables.map((variable) => [variable.name, variable]));
  const after = new Map(recent.variables.map((variable) => [variable.name, variable]));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(name), after.get(name)];
    const place = { part: `variable ${name}`, path: ['variables', name] };
    diff.tellKeys('documentation-changed', { description: [one?.description, other?.description] }, place);
    diffCompletion(diff, one?.completion, other?.completion, place);
  }
}

/** Tells how two caching hints differ. */
export function diffCache(diff: EntityDiff, old: CacheModel | undefined, recent: CacheModel | undefined): void {
  if (old?.ttlMs === recent?.ttlMs && old?.scope === recent?.scope) return;
  diff.tell('cache-changed', `clients may keep it ${describe(recent)} instead of ${describe(old)}`, {
    path: ['cache'],
  });
}

function describe(cache: CacheModel | undefined): string {
  return cache ? `${cache.ttlMs} ms (${cache.scope})` : 'as long as by default';
}

function diffListed(
  diff: EntityDiff,
  old: ResourceModel | ResourceTemplateModel,
  recent: ResourceModel | ResourceTemplateModel,
): void {
  diffDescriptor(diff, old, recent);
  if (old.name !== recent.name) {
    diff.tell('resource-renamed', `the name is \`${recent.name}\` instead of \`${old.name}\``, { path: ['name'] });
  }
  if (old.mimeType !== recent.mimeType) {
    const message = `the media type is ${recent.mimeType ?? 'not given'}, it was ${old.mimeType ?? 'not given'}`;
    diff.tell('media-type-changed', message, { path: ['mimeType'] });
  }
  diff.tellKeys('documentation-changed', { annotations: [old.annotations, recent.annotations] });
  diffCache(diff, old.cache, recent.cache);
}

function diffContent(diff: EntityDiff, old: ResourceModel, recent: ResourceModel): void {
  const [before, after] = [old.content, recent.content];
  if (!before || !after) return;
  const path = [after.kind];
  if (before.kind !== after.kind) {
    return diff.tell('content-kind-changed', `the content is a ${after.kind} now`, { path });
  }
  const [oldText, newText] = [before, after].map((content) =>
    content.kind === 'text' ? content.text : content.base64,
  );
  if (oldText !== newText) diff.tell('static-content-changed', 'the content changed', { path });
}
