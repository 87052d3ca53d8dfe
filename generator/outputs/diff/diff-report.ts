import type { Model } from '../../core/model/model.js';
import type { Contract } from '../../../runtime/wire/contract.js';
import { chooseOutputForms } from '../../feature-kit/descriptors/budget/output-forms.js';
import { prepareDescribing } from '../../feature-kit/descriptors/descriptor-fields.js';
import { compareContracts, type ContractChange } from '../../features/contract/compare-contracts.js';
import { createContract } from '../../features/contract/create-contract.js';
import type { Change, Subject } from '../../feature-kit/changes/change.js';
import { diffModels } from './diff-models.js';
import type { Locate } from '../../pipeline/read/locate-place.js';
import {
  clientSeverities,
  handlerSeverities,
  type ClientSeverity,
  type HandlerSeverity,
} from '../../feature-kit/changes/change-rules.js';
import type { Side } from '../../feature-kit/changes/schema/schema-versions.js';
import { suggestVersion, type VersionAdvice } from './suggest-version.js';

/** One of the two versions to compare. */
export interface DiffSide {
  /** Version as typed by the user: a folder or a Git revision. */
  readonly label: string;
  readonly model: Model;
  readonly locate: Locate;
}

/** Report of a comparison. Its JSON is the output of `diff --json`. */
export interface DiffReport {
  readonly old: DiffedVersion;
  readonly new: DiffedVersion;
  readonly changes: readonly ReportedChange[];
  /** Number of changes by severity. */
  readonly summary: {
    readonly clients: { readonly [severity in ClientSeverity]: number };
    readonly handlers: { readonly [severity in HandlerSeverity]: number };
  };
  readonly version: VersionAdvice;
  /** Entries whose digests in the contract differ, which clients with a pinned contract notice. */
  readonly contract: readonly ContractChange[];
}

/** Label and server version of a side. */
interface DiffedVersion {
  readonly label: string;
  readonly version: string;
}

/** Change with its location in the files. */
export interface ReportedChange extends Omit<Change, 'place'> {
  readonly location?: ReportedLocation;
  /** Other entries with the same change, because a change to a shared schema is reported only once. */
  readonly alsoIn?: readonly Subject[];
}

/** Location in a file of one side. Lines and columns count from 1. */
interface ReportedLocation {
  readonly side: Side;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Compares two versions. */
export function createDiffReport(old: DiffSide, recent: DiffSide): DiffReport {
  const changes = diffModels(old.model, recent.model);
  const reported = shareChanges(changes.map((change) => locateChange(change, { old, new: recent })));
  return {
    old: describeSide(old),
    new: describeSide(recent),
    changes: reported,
    summary: {
      clients: count(clientSeverities, reported, 'clients'),
      handlers: count(handlerSeverities, reported, 'handlers'),
    },
    version: suggestVersion(changes, old.model.server.version, recent.model.server.version),
    contract: compareContracts(contractOf(old), contractOf(recent)),
  };
}

function contractOf({ model }: DiffSide): Contract {
  const advertised = chooseOutputForms(model);
  return createContract(advertised, prepareDescribing(advertised));
}

function describeSide({ label, model }: DiffSide): DiffedVersion {
  return { label, version: model.server.version };
}

function locateChange({ place, ...change }: Change, sides: { readonly [side in Side]: DiffSide }): ReportedChange {
  const location = sides[place.side].locate(place);
  if (!location) return change;
  const { file, line, column } = location;
  return { ...change, location: { side: place.side, file, line, column } };
}

/** Merges changes at the same place: a change to a shared schema counts as one change. */
function shareChanges(changes: readonly ReportedChange[]): readonly ReportedChange[] {
  const byKey = new Map<string, ReportedChange>();
  for (const change of changes) {
    const { rule, clients, handlers, message, location, subject } = change;
    const key = JSON.stringify(location ? [rule, clients, handlers, message, location] : [byKey.size]);
    const first = byKey.get(key);
    byKey.set(key, first ? { ...first, alsoIn: [...(first.alsoIn ?? []), subject] } : change);
  }
  return [...byKey.values()];
}

function count<Severity extends string>(
  severities: readonly Severity[],
  changes: readonly ReportedChange[],
  of: 'clients' | 'handlers',
): { readonly [severity in Severity]: number } {
  const counts = severities.map((severity) => [severity, changes.filter((change) => change[of] === severity).length]);
  return Object.fromEntries(counts) as { readonly [severity in Severity]: number };
}
