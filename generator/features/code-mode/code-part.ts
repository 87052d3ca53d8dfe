import type { CodeSettingsModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Code mode of a whole server. */
export interface ServerCodeModel extends CodeSettingsModel {
  /** Whether the server starts in code mode. */
  readonly isDefault?: true;
}

/** Code mode of a server. If absent, only servers with an API have code mode. */
export const codePart = new PartKey<ServerCodeModel>('code');
