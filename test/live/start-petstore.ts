import { readDocument } from './api-document.js';
import { createPetstore } from './petstore-operations.js';
import { serveDocument, type LiveApi } from './serve-document.js';

/** Starts the API of the Petstore, empty, from its document. */
export function startPetstore(document: string, port = 0): Promise<LiveApi> {
  return serveDocument(readDocument(document), createPetstore(), { port });
}
