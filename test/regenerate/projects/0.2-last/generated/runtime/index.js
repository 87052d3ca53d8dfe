/**
 * What generated code and handlers import. It runs on every JavaScript platform; what ties a server to one of them
 * stands beside it.
 *
 * It imports what every server needs at its start, too, and whatever the runtime loads later imports this module first.
 * Bundlers put modules into one file when the same entries lead to them, and each module that is loaded later is an entry: so
 * a server starts with one file of the runtime instead of one for each set of entries.
 */
import './choose-encoding.js';
import './connection.js';
import './default-limits.js';
import './json-parser.js';
import './prepare-service.js';
import './service.js';
export { fillPlaceholder } from './fill-placeholder.js';
export { notImplemented } from './not-implemented.js';
export { pickValidators } from './pick-validators.js';
export { AccessError } from './access-error.js';
export { NotFoundError, ProtocolError } from './protocol-error.js';
export { audio, embeddedResource, error, image, resourceLink, results, structured, text, withMeta, } from './results/builders.js';
