import { percentEncode } from './percent-encode.js';

/** Shorter secrets are not masked: they would match ordinary words. */
const minMasked = 4;
/** Maximum length of another server's error reason, in characters. */
const maxReasonLength = 1000;

/** Replaces credentials in a text by `***`, in all encodings that an API may use. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return createMask(secrets)(text);
}

/** Creates a function that replaces credentials as {@link maskSecrets} does, for many texts. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const encodings = secrets
    .filter((secret) => secret.length >= minMasked)
    .flatMap(listEncodings)
    .toSorted((left, right) => right.length - left.length);
  return (text) => encodings.reduce((masked, encoded) => masked.replaceAll(encoded, '***'), text);
}

/** Masks another server's error reason, then truncates it: half a secret would not be found. */
export function maskReason(reason: string, secrets: readonly string[]): string {
  return maskSecrets(reason, secrets).slice(0, maxReasonLength);
}

function listEncodings(secret: string): readonly string[] {
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const written = [
    secret,
    percentEncode(secret),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    html,
  ];
  return [...new Set(written)];
}
