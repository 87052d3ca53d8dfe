/** Exports for `generated/well-known.ts`. */
export { serveTexts, type WellKnownTexts } from './serve-texts.js';
