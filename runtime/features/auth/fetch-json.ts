import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { parseJson } from '../../wire/parse-json.js';
import { readStream } from '../../wire/read-stream.js';

const timeoutMs = 5000;
const maxBytes = 512 * 1024;

/** Thrown if an issuer cannot be reached, or its response cannot be used. The message is for the operator. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
}

/**
 * Requests a JSON object. Does not follow redirects; waits at most 5 s and reads at most 512 KiB.
 *
 * @throws IssuerError for a status other than 200, and for anything but a JSON object.
 */
export async function fetchJson(url: string, request: RequestInit = {}): Promise<JsonObject> {
  try {
    const headers = { accept: 'application/json', ...request.headers };
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...request, headers, redirect: 'manual', signal });
    const { bytes, isCut } = await readStream(response.body, maxBytes);
    if (response.status !== 200) throw new IssuerError(`status ${response.status}`);
    const json = isCut ? undefined : parseJson(new TextDecoder().decode(bytes));
    if (!isJsonObject(json))
      throw new IssuerError(isCut ? 'the response is too long' : 'the response is not a JSON object');
    return json;
  } catch (error) {
    const reason = error instanceof IssuerError ? error.message : 'no usable response';
    throw new IssuerError(`${url}: ${reason}`);
  }
}
