/** Exports for `generated/view-pages/`, which is loaded when the page of a view is read. */
export { bundlePage } from './bundle-page.js';
export type { PageSettings } from './bundle-page.js';
