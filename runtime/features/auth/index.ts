/** Exports for `generated/auth.ts`. */
export { protect } from './protect.js';
