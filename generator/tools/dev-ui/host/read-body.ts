import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '../../../../runtime/wire/json.js';

/** Maximum size of a request from the page, in bytes. */
const maxBody = 16 * 1024 * 1024;

/** Thrown for a request that the host rejects. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  /** HTTP status of the response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads the JSON object in the body of a request.
 *
 * @throws {BodyError} 413 for a body of more than 16 MiB, 415 for a different media type, 400 for anything but a JSON object
 */
export async function readBody(request: IncomingMessage): Promise<JsonObject> {
  // Other sites can send other media types without a preflight request.
  if (request.headers['content-type'] !== 'application/json') throw new BodyError(415, 'The body must be JSON.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) throw new BodyError(413, `The body is larger than ${maxBody} bytes.`);
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new BodyError(400, 'The body is not JSON.');
  }
  if (!isJsonObject(value)) throw new BodyError(400, 'The body is not a JSON object.');
  return value;
}
