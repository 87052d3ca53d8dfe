import type { HttpRequestInfo } from '../../core/api/request-context.js';
import { hashBytes } from '../../wire/hash-text.js';
import { TokenError } from './verified-token.js';

/** Maximum length of a certificate header, in characters. */
const maxLength = 32_768;

/**
 * Checks that a request comes over a TLS connection with the certificate that its token is bound to.
 *
 * @param header Header in which the proxy that terminates TLS passes on the client's certificate.
 * @param thumbprint `x5t#S256` of the token.
 * @throws TokenError for a different or missing certificate, and for a header that does not contain exactly one.
 * @see https://www.rfc-editor.org/rfc/rfc8705#section-3
 */
export async function checkCertificate(request: HttpRequestInfo, header: string, thumbprint: string): Promise<void> {
  const value = request.header(header);
  const certificate = value === undefined || value.length > maxLength ? undefined : readCertificate(value.trim());
  if (certificate === undefined) throw new TokenError('no certificate');
  if (!isSame(await hashBytes(certificate), thumbprint)) throw new TokenError('another certificate');
}

/**
 * Reads the certificate (DER) in a header, in the formats that proxies send; `undefined` for anything else, and for
 * several certificates, because one of them could come from the client.
 */
function readCertificate(value: string): Uint8Array<ArrayBuffer> | undefined {
  // Client-Cert. @see https://www.rfc-editor.org/rfc/rfc9440#section-2.1
  const [, bytes] = /^:([^:]*):$/u.exec(value) ?? [];
  if (bytes !== undefined) return decodeBase64(bytes);
  const element = /^(?:By|Hash|Cert|Chain|Subject|URI|DNS)=/iu.test(value) ? readForwarded(value) : value;
  if (element === undefined) return undefined;
  const text = element.replace(/%([\da-f]{2})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const [, pem] = /^\s*-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----\s*$/u.exec(text) ?? [];
  return decodeBase64(pem?.replace(/\s+/gu, '') ?? element);
}

/**
 * Reads `Cert` of an `X-Forwarded-Client-Cert` header with one element.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_conn_man/headers#x-forwarded-client-cert
 */
function readForwarded(value: string): string | undefined {
  const pair = /([a-z]+)=("(?:[^"\\]|\\.)*"|[^",;]*)(?:;|$)/iuy;
  let found: string | undefined;
  while (pair.lastIndex < value.length) {
    const [, key = '', text = ''] = pair.exec(value) ?? [];
    if (key === '') return undefined;
    if (key.toLowerCase() !== 'cert') continue;
    if (found !== undefined) return undefined;
    found = text.startsWith('"') ? text.slice(1, -1) : text;
  }
  return found;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length === 0 || text.length % 4 !== 0 || !/^[A-Za-z\d+/]+={0,2}$/u.test(text)) return undefined;
  return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
}

/** Compares two strings in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}
