export { fillPlaceholder } from './api/fill-placeholder.js';
export { notImplemented } from './api/not-implemented.js';
export { pickValidators } from './api/pick-validators.js';
export { AccessError } from './api/access-error.js';
export { NotFoundError, ProtocolError } from './protocol/protocol-error.js';
export { audio, embeddedResource, error, image, resourceLink, results, structured, text, withMeta, } from './api/builders.js';
