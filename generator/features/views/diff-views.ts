import { arrayAt, isJsonObject, objectAt, type JsonObject } from '../../core/model/json.js';
import { toolUi, viewsOf, type ToolUiModel, type ViewModel, type Visibility } from './views-part.js';
import { EntryChanges, pairByKey, type Change } from '../../feature-kit/changes/change.js';
import type { ChangeRow } from '../../feature-kit/changes/change-rules.js';
import type { Versions } from '../../feature-kit/changes/diff-lists.js';
import { viewsChanges } from './changes.js';

/** Reports changes in a tool's view and in who may call the tool. */
export function diffUi(changes: EntryChanges, old: ToolUiModel = {}, recent: ToolUiModel = {}): void {
  const path = ['ui', 'view'];
  const [before, after] = [old.view, recent.view];
  if (before === undefined && after !== undefined)
    changes.add(viewsChanges['view-added'], `the view \`${after}\` now shows results`, path);
  else if (before !== undefined && after === undefined) {
    changes.add(viewsChanges['view-removed'], 'results no longer have a view', path, { side: 'old' });
  } else if (before !== after)
    changes.add(viewsChanges['view-changed'], `the view is \`${after}\` instead of \`${before}\``, path);
  for (const who of ['model', 'app'] as const) {
    const [could, can] = [old, recent].map(({ visibility }) => visibility?.includes(who) ?? true);
    if (could === can) continue;
    const caller = callers[who];
    const side = recent.visibility === undefined ? 'old' : 'new';
    if (can)
      changes.add(viewsChanges['visibility-widened'], `${caller} can call the tool now`, ['ui', 'visibility'], {
        side,
      });
    else
      changes.add(viewsChanges['visibility-narrowed'], `${caller} can no longer call the tool`, ['ui', 'visibility'], {
        side,
      });
  }
}

const callers: { readonly [who in Visibility]: string } = { model: 'the model', app: 'pages' };

/** Lists the differences between view settings, each at the first tool with the view. */
export function diffViews({ old, recent, schemas: versions }: Versions): readonly Change[] {
  return pairByKey(viewsOf(old), viewsOf(recent), ({ name }) => name).flatMap(([name, before, after]) => {
    const owner = recent.tools.find((tool) => toolUi.of(tool)?.view === name);
    if (!before || !after || !owner) return [];
    const subject = { kind: 'tool', name: owner.name, part: `view ${name}` } as const;
    const place = { anchor: { kind: 'tool', key: owner.name }, path: ['ui'] } as const;
    const changes = new EntryChanges({ subject, place, versions, hasHandler: false });
    diffSettings(changes, before, after);
    return changes.list;
  });
}

function diffSettings(changes: EntryChanges, { settings: old }: ViewModel, { settings: recent }: ViewModel): void {
  const [oldOrigins, origins] = [old, recent].map((settings) => listOrigins(objectAt(settings, 'csp')));
  diffSets(changes, ['csp'], oldOrigins, origins, {
    added: [viewsChanges['view-origins-added'], 'may load from'],
    removed: [viewsChanges['view-origins-removed'], 'no longer loads from'],
  });
  const [oldAbilities, abilities] = [old, recent].map((settings) => [...objectAt(settings, 'permissions').keys()]);
  diffSets(changes, ['permissions'], oldAbilities, abilities, {
    added: [viewsChanges['view-permissions-added'], 'asks for'],
    removed: [viewsChanges['view-permissions-removed'], 'no longer asks for'],
  });
  changes.addValue(viewsChanges['view-domain-changed'], 'domain', old.get('domain'), recent.get('domain'));
  changes.addValue(
    viewsChanges['view-border-changed'],
    'prefersBorder',
    old.get('prefersBorder'),
    recent.get('prefersBorder'),
  );
}

interface SetRules {
  readonly added: readonly [rule: ChangeRow, verb: string];
  readonly removed: readonly [rule: ChangeRow, verb: string];
}

function diffSets(
  changes: EntryChanges,
  path: readonly string[],
  old: readonly string[] = [],
  recent: readonly string[] = [],
  { added, removed }: SetRules,
): void {
  const fresh = recent.filter((item) => !old.includes(item));
  const gone = old.filter((item) => !recent.includes(item));
  if (fresh.length > 0) changes.add(added[0], `the page ${added[1]} ${quote(fresh)}`, path);
  const side = recent.length === 0 ? 'old' : 'new';
  if (gone.length > 0) changes.add(removed[0], `the page ${removed[1]} ${quote(gone)}`, path, { side });
}

/** Lists origins with their uses, because an origin allowed for images is not allowed for requests. */
function listOrigins(csp: JsonObject): readonly string[] {
  return [...csp.keys()].flatMap((use) =>
    arrayAt(csp, use).flatMap((origin) => (isJsonObject(origin) ? [] : [`${String(origin)} (${use})`])),
  );
}

function quote(items: readonly string[]): string {
  return items.map((item) => `\`${item}\``).join(', ');
}
