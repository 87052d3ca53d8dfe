import { isJsonObject } from '../../../wire/json.js';

/** Member of a structured result that contains the notes about it. */
const notesMember = '_notes';

/**
 * Adds notes to an object, for clients that show structured content without its text: a member `_notes`. Objects that
 * already have such a member, and other values, are unchanged; notes about a list are sent next to the list.
 */
export function attachNotes(value: unknown, notes: readonly string[]): unknown {
  if (notes.length === 0) return value;
  if (!isJsonObject(value) || Object.hasOwn(value, notesMember)) return value;
  return Object.fromEntries([...Object.entries(value), [notesMember, notes]]);
}
