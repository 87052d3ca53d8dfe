import { knownUris } from './updates.ts';

/** Contents of one of the resources that exist for every number. */
export function makeResource(type: string, id: string | number) {
  if (type !== 'Text' && type !== 'Blob') throw new Error(`Invalid resourceType: ${type}. Must be Text or Blob.`);
  if (!isId(id)) throw new Error(`Invalid resourceId: ${id}. Must be a finite positive integer.`);
  const uri = `demo://resource/dynamic/${type.toLowerCase()}/${id}`;
  knownUris.add(uri);
  const kind = type === 'Text' ? 'plaintext resource' : 'base64 blob';
  const text = `Resource ${Number(id)}: This is a ${kind} created at ${new Date().toLocaleTimeString()}`;
  const mimeType = 'text/plain';
  return type === 'Text' ? { uri, mimeType, text } : { uri, mimeType, blob: Buffer.from(text).toString('base64') };
}

/** Whether a text or number is a positive integer. */
export function isId(id: string | number): boolean {
  return Number.isInteger(Number(id)) && Number(id) > 0;
}

/** Suggests what was typed when it is an id. */
export function completeId(value: string): readonly string[] {
  return isId(value) ? [value] : [];
}
