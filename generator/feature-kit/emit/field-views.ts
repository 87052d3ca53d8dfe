import { propertyName, stringLiteral } from '../../core/code/escape.js';
import type { Fields } from '../descriptors/descriptor-fields.js';

/** Fields of a descriptor as members of an object. */
export function fieldViews(fields: Fields) {
  return fields.map(([name, json]) => ({ name: propertyName(name), value: stringLiteral(json) }));
}
