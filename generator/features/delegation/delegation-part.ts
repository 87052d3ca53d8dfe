import type { JsonObject } from '../../core/model/json.js';
import { PartKey } from '../../core/model/part-key.js';

/** Source of the access tokens for calling an API on behalf of callers. */
export interface DelegationModel {
  readonly kind: 'exchange' | 'consent';
  /** Settings in the form of the runtime's `ExchangeDefinition` or `ConsentDefinition`. */
  readonly settings: JsonObject;
}

/** Token exchange or consent of an API. If absent, the API is not called on behalf of callers. */
export const delegationPart = new PartKey<DelegationModel>('delegation');
