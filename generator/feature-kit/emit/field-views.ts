import { propertyName, stringLiteral } from '../../core/code/escape.js';
import type { Fields } from '../descriptors/descriptor-fields.js';

/** Returns the fields of a descriptor as members of an object literal. */
export function fieldViews(fields: Fields) {
  return fields.map(([name, json]) => ({ name: propertyName(name), value: stringLiteral(json) }));
}
