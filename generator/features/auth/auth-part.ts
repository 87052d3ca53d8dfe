import type { JsonObject } from '../../core/model/json.js';
import type { EnvironmentVariable } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Issuers of access tokens and scopes. */
export interface AuthModel {
  /** Settings in the form of the runtime's `AuthDefinition`, without the scopes of entries. */
  readonly settings: JsonObject;
  /** Declared scopes. */
  readonly scopes: readonly ScopeModel[];
  /** OAuth client of the server at an issuer, in the form of the runtime's `LoginDefinition`. */
  readonly login?: JsonObject;
  /** Environment variables in the settings. */
  readonly environment: readonly EnvironmentVariable[];
}

/** Scope that callers can have. */
export interface ScopeModel {
  readonly name: string;
  /** Description of what the scope permits. */
  readonly description: string;
}

/** Authentication over HTTP. If absent, the server is open or uses the user's `authenticate`. */
export const authPart = new PartKey<AuthModel>('auth');
