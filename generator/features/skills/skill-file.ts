import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ReadFile } from '../../feature-kit/load/read-file.js';
import type { StoredContentModel } from '../../core/model/model.js';
import type { SkillFileModel } from './skills-part.js';

/** Media types by file extension. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.bash', 'application/x-sh'],
  ['.css', 'text/css'],
  ['.csv', 'text/csv'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.gif', 'image/gif'],
  ['.gz', 'application/gzip'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.jpeg', 'image/jpeg'],
  ['.jpg', 'image/jpeg'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
  ['.markdown', 'text/markdown'],
  ['.md', 'text/markdown'],
  ['.mjs', 'text/javascript'],
  ['.mp3', 'audio/mpeg'],
  ['.mp4', 'video/mp4'],
  ['.pdf', 'application/pdf'],
  ['.png', 'image/png'],
  ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['.py', 'text/x-python'],
  ['.sh', 'application/x-sh'],
  ['.sql', 'application/sql'],
  ['.svg', 'image/svg+xml'],
  ['.toml', 'application/toml'],
  ['.ts', 'text/x-typescript'],
  ['.tsv', 'text/tab-separated-values'],
  ['.ttf', 'font/ttf'],
  ['.txt', 'text/plain'],
  ['.wasm', 'application/wasm'],
  ['.wav', 'audio/wav'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.xml', 'application/xml'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml'],
  ['.zip', 'application/zip'],
]);

/**
 * Creates a file of a skill. Text is stored as UTF-8 without a byte order mark and with line feeds, so that its digest
 * does not depend on Git settings; other content is stored as bytes.
 *
 * @param name Path in the skill folder.
 */
export function makeSkillFile(name: string, uri: string, { bytes, text }: ReadFile): SkillFileModel {
  const decoded = Buffer.from(text, 'utf8');
  const isText = !text.includes('\0') && (decoded.equals(bytes) || bytes.subarray(3).equals(decoded));
  const content: StoredContentModel = isText
    ? { kind: 'text', text: text.replaceAll('\r\n', '\n') }
    : { kind: 'blob', base64: bytes.toString('base64') };
  const served = content.kind === 'text' ? Buffer.from(content.text, 'utf8') : bytes;
  return {
    path: name,
    uri,
    mimeType:
      mediaTypes.get(path.posix.extname(name).toLowerCase()) ?? (isText ? 'text/plain' : 'application/octet-stream'),
    digest: `sha256:${createHash('sha256').update(served).digest('hex')}`,
    size: served.length,
    content,
  };
}
