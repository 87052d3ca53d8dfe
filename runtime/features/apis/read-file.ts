import { embeddedResource, type ToolResult } from '../../core/api/builders.js';
import type { FileRange } from '../../wire/file-uri.js';
import { readStream } from '../../wire/read-stream.js';
import { readMediaType } from './decode-response.js';
import type { ForwardOperation } from './forward-definition.js';
import { ForwardError } from '../../core/results/forward-error.js';

/** Range of a file to read, and the maximum size. */
export interface FileLimits {
  readonly range: FileRange | undefined;
  /** Maximum number of bytes of a response that are read. */
  readonly maxBytes: number;
}

/**
 * Whether a call of an operation only reads a file, so that a client can read the file as a resource.
 *
 * @param isTransformed Whether a user function creates the result.
 */
export function readsFile({ method, output }: ForwardOperation, isTransformed: boolean): boolean {
  return method === 'GET' && output?.pick === undefined && !isTransformed;
}

/** Creates the error for a tool whose result is not a file, or not the whole API response. */
export function noFile(): ForwardError {
  return new ForwardError('The tool does not return a file that can be read as a resource');
}

/** Returns the header that requests a range of a file. */
export function rangeHeader({ range }: FileLimits): readonly (readonly [string, string])[] {
  return range === undefined ? [] : [['range', `bytes=${range.offset}-${range.offset + range.length - 1}`]];
}

/**
 * Reads a file, or a range of it, from a response. If an API does not support ranges, everything up to the end of the
 * range is read.
 *
 * @throws ForwardError for a response that is not a file (its tool returns it in a different form, possibly
 *   truncated), and for a range that the API does not send.
 */
export async function readFileResponse(response: Response, { range, maxBytes }: FileLimits): Promise<ToolResult> {
  const { kind, essence } = readMediaType(response.headers.get('content-type'));
  if (kind !== 'binary' && kind !== 'unknown') throw noFile();
  const sent = response.status === 206 ? readContentRange(response) : undefined;
  const start = sent?.start ?? 0;
  const { offset, length } = range ?? { offset: 0, length: maxBytes };
  if (start > offset) throw new ForwardError('The API returned a different part of the file than requested');
  const wanted = offset - start + length;
  const { bytes, isCut } = await readStream(response.body, Math.min(wanted, maxBytes));
  if (isCut && wanted > maxBytes) {
    throw new ForwardError(`The API does not support ranges, and the file exceeds the limit of ${maxBytes} bytes`);
  }
  const part = bytes.subarray(offset - start);
  if (part.length === 0 && offset > 0) throw new ForwardError('The range starts after the end of the file');
  const declared = /^\d{1,15}$/u.exec(response.headers.get('content-length') ?? '')?.[0];
  const size = sent === undefined ? (isCut ? declared : bytes.length) : sent.size;
  const mimeType = kind === 'unknown' ? 'application/octet-stream' : essence;
  const _meta = {
    'create-mcp-from-schema/range': { offset, length: part.length, ...(size !== undefined && { size: Number(size) }) },
  };
  return embeddedResource({ uri: 'api-file:', mimeType, blob: part }, range && { _meta });
}

function readContentRange(response: Response): { readonly start: number; readonly size: string | undefined } {
  const [, start, size] =
    /^bytes (\d{1,15})-\d{1,15}\/(?:(\d{1,15})|\*)$/u.exec(response.headers.get('content-range') ?? '') ?? [];
  if (start === undefined) throw new ForwardError('The API returned a part of the file without a valid Content-Range');
  return { start: Number(start), size };
}
