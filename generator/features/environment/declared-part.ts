import { PartKey } from '../../core/model/part-key.js';
import type { DeclaredVariable } from './environment-model.js';

/** Environment variables declared in the definition. */
export const declaredPart = new PartKey<readonly DeclaredVariable[]>('environment');
