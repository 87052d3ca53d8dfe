/** Exports for `generated/docs-page.ts` and `generated/server-card.ts`. */
export { createCard, createPage } from './create-docs-page.js';
