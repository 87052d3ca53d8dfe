import { createDiagnostic } from '../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { compareContracts, describeVersions, type ContractChange } from '../features/contract/compare-contracts.js';
import { contractDiagnostics } from '../features/contract/diagnostics.js';
import { contractFile } from '../features/contract/feature.js';
import { readDescriptors, type ReadEntry as DescriptorTexts } from '../features/contract/read-descriptors.js';
import { showTextChange } from '../features/contract/show-text-change.js';
import type { GenerateReport } from '../generate.js';
import { diffModels } from '../outputs/diff/diff-models.js';
import { describeSubject } from '../outputs/diff/format-report.js';
import { ListsTooLong, readLists } from '../tools/dev-ui/host/read-lists.js';
import {
  contractLists,
  entryKey,
  readContract,
  type Contract,
  type ContractList,
} from '../../runtime/wire/contract.js';

/** Maximum number of entries that are explained. */
const maxEntries = 50;

/**
 * Adds to a `--check` report which entries have another digest in the contract, and what changed in them.
 *
 * @param out Generated folder, relative to the root.
 */
export function withContract(report: GenerateReport, out: string): GenerateReport {
  const pending = report.write?.pending ?? [];
  const find = (file: string) => pending.find(({ path }) => path === `${out}/${file}`);
  const { before, after } = find(contractFile) ?? {};
  const [old, recent] = [parse(before), parse(after)];
  // An edited contract is reported as such; its digests say nothing.
  const isEdited = report.diagnostics.some(({ code }) => code === 'hand-edited');
  if (!old || !recent || isEdited) return report;
  const changes = compareContracts(old, recent);
  const descriptors = find('descriptors.ts');
  const explain = prepareExplaining(changes, descriptors?.before ?? '', descriptors?.after ?? '');
  const found = changes.slice(0, maxEntries).map((change) => {
    const message = describeChange(change, recent.protocolVersions, explain(change));
    const help = change.change === 'new' ? undefined : 'Clients that have pinned the old contract.json refuse it.';
    return createDiagnostic(contractDiagnostics['contract-changed'], undefined, message, help ? { help } : {});
  });
  const hidden = changes.length - found.length;
  const more: readonly Diagnostic[] =
    hidden === 0
      ? []
      : [createDiagnostic(contractDiagnostics['contract-changed'], undefined, `${hidden} more entries changed.`)];
  return { ...report, diagnostics: [...report.diagnostics, ...found, ...more] };
}

function parse(text: string | undefined): Contract | undefined {
  try {
    return text === undefined ? undefined : readContract(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function describeChange(change: ContractChange, all: readonly string[], words: readonly string[]): string {
  const noun = nounOf(change.list);
  const subject = change.key === '' ? noun : `${noun} ${change.key}`;
  const what = { changed: 'changed', missing: 'was removed', new: 'is new' }[change.change];
  const versions = describeVersions(change.protocolVersions, all);
  const place = change.change === 'changed' && versions !== '' ? ` (${versions})` : '';
  const details = words.length === 0 ? '' : `: ${words.join('; ')}`;
  return `Contract: ${subject} ${what}${place}${details}.`;
}

function nounOf(list: ContractChange['list']): string {
  if (list === 'instructions') return 'the instructions';
  if (list === 'codeTools') return 'code mode tool';
  return contractLists.find((each) => each.list === list)?.noun ?? '';
}

/** Creates a function that tells in words what changed in an entry, from the texts of `descriptors.ts`. */
function prepareExplaining(
  changes: readonly ContractChange[],
  before: string,
  after: string,
): (change: ContractChange) => readonly string[] {
  const changed = changes.filter(({ change }) => change === 'changed');
  const keys = new Set(changed.map(({ list, key }) => JSON.stringify([list, key])));
  const pick = (text: string) =>
    new Map(
      [...readDescriptors(text)].map(([list, entries]) => [
        list,
        new Map(entries.flatMap(({ fields }) => pickEntry(list, fields, keys))),
      ]),
    );
  const [old, recent] = [pick(before), pick(after)];
  const details = listDetails(old, recent);
  return ({ change, list, key }) => {
    if (change !== 'changed' || list === 'instructions' || list === 'codeTools') return [];
    const [one, other] = [old.get(list)?.get(key), recent.get(list)?.get(key)];
    if (!one || !other) return [];
    return describeFields(one, other, details.get(`${nounOf(list)} ${key}`) ?? []);
  };
}

/** JSON text of the fields of an entry in the latest protocol version. */
type ReadEntry = DescriptorTexts['fields'];

type Entries = ReadonlyMap<ContractList, ReadonlyMap<string, ReadEntry>>;

function pickEntry(
  list: ContractList,
  entry: ReadEntry,
  keys: ReadonlySet<string>,
): readonly (readonly [string, ReadEntry])[] {
  const key = entryKey(list, toObject(entry));
  return keys.has(JSON.stringify([list, key])) ? [[key, entry]] : [];
}

function toObject(entry: ReadEntry): { readonly [field: string]: unknown } {
  return Object.fromEntries([...entry].map(([field, json]) => [field, JSON.parse(json) as unknown]));
}

/** Fields whose changes are shown as text. */
const textFields = new Set(['title', 'description']);

/** Describes changed fields: texts by their changed part, schemas as `diff` does, others by their name. */
function describeFields(one: ReadEntry, other: ReadEntry, details: readonly string[]): readonly string[] {
  const fields = [...new Set([...one.keys(), ...other.keys()])].filter((field) => one.get(field) !== other.get(field));
  const texts = fields.filter((field) => textFields.has(field) && one.has(field) && other.has(field));
  const rest = fields.filter((field) => !texts.includes(field));
  return [
    ...texts.map((field) => {
      const [before, after] = [one, other].map((entry) => String(JSON.parse(entry.get(field) ?? '""')));
      return `${field} ${showTextChange(before ?? '', after ?? '')}`;
    }),
    ...(rest.length === 0 || details.length > 0 ? details : [`${rest.join(', ')} changed`]),
  ];
}

/** Lists the changes that `diff` finds, by the entry that they are in, except changed texts of entries. */
function listDetails(old: Entries, recent: Entries): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  try {
    const [one, other] = [old, recent].map((entries) => readLists('server', toLists(entries)).resolved.model);
    if (!one || !other) return found;
    for (const { rule, subject, message } of diffModels(one, other)) {
      if (rule === 'documentation-changed') continue;
      const { part, path, ...entry } = subject;
      const key = describeSubject(entry).replace(/^template /u, 'resource template ');
      const place = [part, path].filter((word) => word !== undefined).join(' ');
      found.set(key, [...(found.get(key) ?? []), place === '' ? message : `${place}: ${message}`]);
    }
  } catch (error) {
    if (!(error instanceof ListsTooLong)) throw error;
  }
  return found;
}

function toLists(entries: Entries): { readonly [list in ContractList]?: readonly unknown[] } {
  return Object.fromEntries([...entries].map(([list, each]) => [list, [...each.values()].map(toObject)]));
}
