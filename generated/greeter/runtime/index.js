export { fillPlaceholder } from './fill-placeholder.js';
export { notImplemented } from './not-implemented.js';
export { AccessError } from './access-error.js';
export { NotFoundError, ProtocolError } from './protocol-error.js';
export { audio, embeddedResource, error, image, resourceLink, results, structured, text, withMeta, } from './results/builders.js';
