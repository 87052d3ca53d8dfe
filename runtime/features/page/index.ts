/** Exports for `generated/page.ts` and `generated/card.ts`. */
export { createCard, createPage } from './create-page.js';
