import type { JsonObject } from '../../core/model/json.js';
import { PartKey } from '../../core/model/part-key.js';

/** How the access tokens with which an API is called on behalf of callers are obtained. */
export interface DelegationModel {
  readonly kind: 'exchange' | 'consent';
  /** In the form of the runtime's `ExchangeDefinition` or `ConsentDefinition`. */
  readonly settings: JsonObject;
}

/** Token exchange or consent of an API. If absent, the API is not called on behalf of callers. */
export const delegationPart = new PartKey<DelegationModel>('delegation');
