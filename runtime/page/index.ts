/** Exports for `generated/page.ts`. */
export { createPage } from './create-page.js';
