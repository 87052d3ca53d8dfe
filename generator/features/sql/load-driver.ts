/** Imports the driver of a database, or finds its file. */
export { findInstalled as findDriver, importInstalled as loadDriver } from '../../core/package/import-installed.js';
