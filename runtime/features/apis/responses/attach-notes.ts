import { isJsonObject } from '../../../wire/json.js';

/** Member of a structured answer with the notes about it. */
const notesMember = '_notes';

/**
 * Adds notes to an object, for clients that show structured content without its text: a member `_notes`. Objects that have such a member of
 * their own, and other values, stay as they are: the notes of a list stand beside it when it is sent.
 */
export function attachNotes(value: unknown, notes: readonly string[]): unknown {
  if (notes.length === 0) return value;
  if (!isJsonObject(value) || Object.hasOwn(value, notesMember)) return value;
  return Object.fromEntries([...Object.entries(value), [notesMember, notes]]);
}
