import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { nodeFileSystem, type FileSystem } from '../../pipeline/write/file-system.js';
import { isSystemError, nameError } from '../../pipeline/write/system-error.js';

/**
 * Prefix of strings that encode bytes. No real text begins with it, because files that contain NUL are read as bytes.
 */
const mark = '\0base64:';

/** Encodes file content as a string of the {@link byteDisk}. */
export function asText(content: string | Uint8Array): string {
  if (typeof content === 'string' && !content.includes('\0')) return content;
  return decodeText(Buffer.from(content)) ?? `${mark}${Buffer.from(content).toString('base64')}`;
}

/** Describes content for output: the text itself, or size and hash of a binary file. */
export function describeBytes(text: string): string {
  if (!text.startsWith(mark)) return text;
  const bytes = Buffer.from(text.slice(mark.length), 'base64');
  return `${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}\n`;
}

/**
 * File system that represents every file as a string: files that are not UTF-8 are Base64 with a prefix. The
 * transactional writer, which handles only strings, can thus write archives and images.
 */
export const byteDisk: FileSystem = {
  ...nodeFileSystem,
  async readText(path) {
    // Rejects pipes and devices with an error that names the path.
    if ((await nodeFileSystem.kindOf(path)) !== 'file') return nodeFileSystem.readText(path);
    try {
      return asText(await readFile(path));
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw nameError(error, path, 'read');
    }
  },
  async writeNew(path, text) {
    if (!text.startsWith(mark)) return nodeFileSystem.writeNew(path, text);
    const file = await open(path, 'wx');
    try {
      await file.writeFile(Buffer.from(text.slice(mark.length), 'base64'));
      await file.sync();
    } catch (error) {
      await nodeFileSystem.removeFile(path);
      throw nameError(error, path, 'write');
    } finally {
      await file.close();
    }
  },
};

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
