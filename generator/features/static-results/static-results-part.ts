import type { JsonObject } from '../../core/model/json.js';
import { PartKey } from '../../core/model/part-key.js';

/** Content blocks of a tool's static result. Strings can contain `{{argument}}` placeholders. */
export const staticResultPart = new PartKey<readonly JsonObject[]>('static-results');
