import { isJsonObject } from '../../wire/json.js';
import { ForwardError } from '../../core/results/forward-error.js';

/** File of a request body. */
export interface File {
  readonly bytes: Uint8Array;
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
}

const mediaTypePattern =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&^.+/:=-]*"))*$/u;

/**
 * Reads a file argument.
 *
 * @param plain Content of a plain string.
 * @param path Name of the argument in messages.
 * @throws ForwardError for a value that is not a file.
 */
export function readFileArgument(value: unknown, plain: 'base64' | 'text', path: string): File {
  if (typeof value === 'string')
    return { bytes: readBytes(plain, value, path), fileName: undefined, mediaType: undefined };
  const { text, base64, fileName, mediaType } = isJsonObject(value) ? value : {};
  if ((typeof text === 'string') === (typeof base64 === 'string')) {
    throw new ForwardError(`Argument "${path}" must be a string, or an object with either "text" or "base64"`);
  }
  if (mediaType !== undefined && !(typeof mediaType === 'string' && mediaTypePattern.test(mediaType))) {
    throw new ForwardError(`Argument "${path}": "mediaType" must be a media type such as image/png`);
  }
  return {
    bytes: typeof text === 'string' ? readBytes('text', text, path) : readBytes('base64', String(base64), path),
    fileName: typeof fileName === 'string' ? fileName : undefined,
    mediaType,
  };
}

function readBytes(encoding: 'base64' | 'text', text: string, path: string): Uint8Array {
  if (encoding === 'text') return new TextEncoder().encode(text);
  // Models use both Base64 alphabets, with or without padding. The look-behind keeps the time linear.
  const base64 = text
    .replaceAll(/\s/gu, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/u, '');
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    throw new ForwardError(`Argument "${path}" must be Base64`);
  }
}
