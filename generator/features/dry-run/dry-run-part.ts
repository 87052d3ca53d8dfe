import type { BoundFunctionModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Dry runs of a tool. */
export interface DryRunModel {
  /** Whether clients ask for dry runs with {@link dryRunArgument}. */
  readonly hasArgument: boolean;
  /** Question to the user before a call that is not dry, with placeholders. */
  readonly confirm?: string;
  /** Function for dry runs of a tool with a bound handler. */
  readonly bound?: BoundFunctionModel;
}

/** Part of a tool. */
export const dryRunPart = new PartKey<DryRunModel>('dry-run');

/** Argument that makes a call a dry run; also the name of the function that handlers export. */
export const dryRunArgument = 'dryRun';
