import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, Fix, SourceLocation } from '../diagnostics/diagnostic.js';
import { scalarNode } from './make-node.js';
import { entryOf, type MapEntry, type MapNode, type ScalarNode, type SourceNode } from './source-node.js';

/** A definition key with a deprecated name or deprecated values. It works like the current key but causes a warning. */
export interface FormerKey {
  /** Path from the root of the definition; `*` matches any key. */
  readonly path: readonly string[];
  /** Current name of the last key in the path. */
  readonly key: string;
  /**
   * Current values by deprecated value; other values are unchanged. If the key is not renamed, the row applies only to
   * these values.
   */
  readonly values?: ReadonlyMap<ScalarNode['value'], ScalarNode['value']>;
}

/** Use of a deprecated key in a definition, with its replacement. */
export interface FormerUse {
  readonly entry: MapEntry;
  /** Path that ends with the deprecated key. */
  readonly path: readonly string[];
  readonly key: string;
  /** Current value, if the value was renamed. */
  readonly value?: ScalarNode['value'];
  /** Entry with the current key, if the definition has both keys. */
  readonly other?: MapEntry;
}

/** Definition tree in which all keys are current. */
export interface RenamedTree {
  readonly root: SourceNode;
  readonly uses: readonly FormerUse[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces deprecated keys with current ones and keeps locations. Reports a warning for each. If the current key is
 * also set, reports an error and keeps the current one.
 */
export function renameFormerKeys(root: SourceNode, rows: readonly FormerKey[]): RenamedTree {
  const uses: FormerUse[] = [];
  const renamed = rows.length === 0 ? root : renameIn(root, [], rows, uses);
  return { root: renamed, uses, diagnostics: uses.map(reportUse) };
}

/** @param rows Rows that can match below the node, with the remaining parts of their paths. */
function renameIn(
  node: SourceNode,
  path: readonly string[],
  rows: readonly FormerKey[],
  uses: FormerUse[],
): SourceNode {
  if (node.kind !== 'map') return node;
  const entries = node.entries.flatMap((entry) => renameEntry(node, entry, path, rows, uses));
  const isSame =
    entries.length === node.entries.length && entries.every((entry, index) => entry === node.entries[index]);
  return isSame ? node : { ...node, entries };
}

function renameEntry(
  map: MapNode,
  entry: MapEntry,
  above: readonly string[],
  rows: readonly FormerKey[],
  uses: FormerUse[],
): readonly MapEntry[] {
  const here = rows.filter(({ path: [step] }) => step === '*' || step === entry.key);
  if (here.length === 0) return [entry];
  const path = [...above, entry.key];
  const below = here.flatMap((row) => (row.path.length > 1 ? [{ ...row, path: row.path.slice(1) }] : []));
  const value = below.length > 0 ? renameIn(entry.value, path, below, uses) : entry.value;
  const use = here.flatMap((row) => findUse(row, map, entry, path) ?? [])[0];
  if (!use) return [value === entry.value ? entry : { ...entry, value }];
  uses.push(use);
  if (use.other) return [];
  const present = use.value === undefined ? value : scalarNode(use.value, value.location);
  return [{ ...entry, key: use.key, value: present }];
}

function findUse(row: FormerKey, map: MapNode, entry: MapEntry, path: readonly string[]): FormerUse | undefined {
  if (row.path.length > 1) return undefined;
  const { key, values } = row;
  const isMapped = entry.value.kind === 'scalar' && values?.has(entry.value.value) === true;
  const value = isMapped ? values.get((entry.value as ScalarNode).value) : undefined;
  if (key === entry.key) return value === undefined ? undefined : { entry, path, key, value };
  const other = entryOf(map, key);
  return { entry, path, key, ...(value !== undefined && { value }), ...(other && { other }) };
}

/** Renames the key and the value of an entry. */
function renameEntryFix({ key: former, value: node }: MapEntry, key: string, value?: ScalarNode['value']): Fix {
  const renames: { readonly fix: Fix; readonly location?: SourceLocation }[] = [];
  if (key !== former) renames.push({ fix: { kind: 'word', word: former, by: key } });
  if (value !== undefined && node.kind === 'scalar') {
    const by = String(value);
    renames.push({ fix: { kind: 'word', word: String(node.value), by }, location: node.location });
  }
  return { kind: 'all', fixes: renames };
}

/** Suggests the command that rewrites projects. */
const upgradeHelp = 'Run `npx create-mcp-from-schema upgrade`.';

function reportUse({ entry, path, key, value, other }: FormerUse): Diagnostic {
  const former = path.join('.');
  const present = [...path.slice(0, -1), key].join('.');
  if (other) {
    const related = [{ message: 'the current key', location: other.keyLocation }];
    const message = `\`${former}\` is a deprecated name for \`${present}\`, but both are set.`;
    return createDiagnostic('conflicting-keys', entry.keyLocation, message, {
      help: `Remove \`${path.at(-1)}\`.`,
      related,
    });
  }
  const [from, to] =
    value === undefined ? ['', ''] : [`: ${String((entry.value as ScalarNode).value)}`, `: ${String(value)}`];
  const message = `\`${former}${from}\` is deprecated: use \`${present}${to}\`.`;
  return createDiagnostic('deprecated-key', entry.keyLocation, message, {
    help: { text: upgradeHelp, fix: renameEntryFix(entry, key, value) },
  });
}
