import { PartKey } from '../../core/model/part-key.js';
import type { PackageModel } from './package-model.js';

/** Metadata for packages of the server. */
export const packagePart = new PartKey<PackageModel>('package');
