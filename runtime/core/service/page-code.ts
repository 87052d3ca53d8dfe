/** Code that only some pages of lists need: parts of long lists, and those for revisions before 2025-06-18. */
export { encodeCursor, findStart } from './list-cursors.js';
export { lowerField } from './lower-field.js';
