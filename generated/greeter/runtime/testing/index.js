/** What tests of a server import: one call in every revision and on every transport, compared. No server loads it. */
export { compareEras } from './compare-eras.js';
