import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { audio, embeddedResource, image, structured } from 'create-mcp-from-schema/runtime';
import type { ReadMediaFile } from '../../generated/handlers.ts';
import { findPath } from '../directories.ts';

const mimeTypes: { readonly [extension: string]: string } = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
};

export const readMediaFile: ReadMediaFile = async ({ path }, context) => {
  const file = await findPath(context, path);
  const mimeType = mimeTypes[extname(file).toLowerCase()] ?? 'application/octet-stream';
  const data = await readFile(file, 'base64');
  const kind = mimeType.split('/')[0];
  if (kind === 'image') return structured({ content: [{ type: kind, data, mimeType }] }, [image(data, mimeType)]);
  if (kind === 'audio') return structured({ content: [{ type: kind, data, mimeType }] }, [audio(data, mimeType)]);
  const resource = { uri: pathToFileURL(file).href, mimeType, blob: data };
  return structured({ content: [{ type: 'resource', resource }] }, [embeddedResource(resource)]);
};
