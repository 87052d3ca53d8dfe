/** Imports the driver of a database. */
export { importInstalled as loadDriver } from '../../core/package/import-installed.js';
