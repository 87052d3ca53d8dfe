/** Code for rare pages of lists: parts of long lists, and pages for protocol versions before 2025-06-18. */
export { encodeCursor, findStart } from './list-cursors.js';
export { lowerField } from '../../wire/lower-field.js';
