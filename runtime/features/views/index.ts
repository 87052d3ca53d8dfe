/** Exports for `generated/view-pages/`, which is loaded when a view's page is read. */
export { bundlePage } from './bundle-page.js';
export type { PageSettings } from './bundle-page.js';
