const maxBytes = Number(process.env['GZIP_MAX_FETCH_SIZE'] ?? 10 * 1024 * 1024);
const maxMs = Number(process.env['GZIP_MAX_FETCH_TIME_MILLIS'] ?? 30_000);
const domains = (process.env['GZIP_ALLOWED_DOMAINS'] ?? '')
  .split(',')
  .map((domain) => domain.trim().toLowerCase())
  .filter((domain) => domain !== '');

/** Fetches an `http:`, `https:` or `data:` URL, with limits of size, time and domain. */
export async function fetchLimited(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const url = new URL(address);
  const refuse = (reason: string): Error => new Error(`Error processing file ${address}: ${reason}`);
  if (!['http:', 'https:', 'data:'].includes(url.protocol)) {
    throw refuse(`Unsupported URL protocol for ${address}. Only http, https, and data URLs are supported.`);
  }
  const isAllowed = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`));
  if (domains.length > 0 && url.protocol !== 'data:' && !isAllowed) {
    throw refuse(`Domain ${url.hostname} is not in the allowed domains list.`);
  }
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]) });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`Response from ${address} exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
