import {
  contractLists,
  digestAt,
  type Contract,
  type ContractDifference,
  type EntryDigests,
} from '../../../runtime/wire/contract.js';

/** Difference between two contracts. */
export interface ContractChange extends Omit<ContractDifference, 'list'> {
  readonly list: ContractDifference['list'] | 'codeTools';
  /** Protocol versions in which the digest differs, oldest first. */
  readonly protocolVersions: readonly string[];
}

/** Lists the differences between two contracts: instructions, tools, prompts, resources and templates. */
export function compareContracts(old: Contract, recent: Contract): readonly ContractChange[] {
  const { protocolVersions } = recent;
  const [before, after] = [old.server.instructions, recent.server.instructions];
  const change: ContractChange['change'] = before === undefined ? 'new' : after === undefined ? 'missing' : 'changed';
  const lists = [...contractLists.map(({ list }) => list), 'codeTools'] as const;
  return [
    ...(before === after ? [] : [{ change, list: 'instructions' as const, key: '', protocolVersions }]),
    ...lists.flatMap((list) =>
      compareEntries(old[list] ?? {}, recent[list] ?? {}, protocolVersions).map((found) => ({ ...found, list })),
    ),
  ];
}

function compareEntries(
  old: EntryDigests,
  recent: EntryDigests,
  protocolVersions: readonly string[],
): readonly Omit<ContractChange, 'list'>[] {
  return [...new Set([...Object.keys(old), ...Object.keys(recent)])].flatMap(
    (key): readonly Omit<ContractChange, 'list'>[] => {
      const [before, after] = [old, recent].map((entries) => (Object.hasOwn(entries, key) ? entries[key] : undefined));
      if (!before) return [{ change: 'new', key, protocolVersions }];
      if (!after) return [{ change: 'missing', key, protocolVersions }];
      const changed = protocolVersions.filter((version) => digestAt(before, version) !== digestAt(after, version));
      return changed.length === 0 ? [] : [{ change: 'changed', key, protocolVersions: changed }];
    },
  );
}

/** Describes the protocol versions of a change; `''` for all versions of the contract. */
export function describeVersions(changed: readonly string[], all: readonly string[]): string {
  if (changed.length === all.length) return '';
  const isRange = changed.at(-1) === all.at(-1) && all.length - all.indexOf(changed[0] ?? '') === changed.length;
  return isRange && changed.length > 1 ? `${changed[0]} and later` : changed.join(', ');
}
