import { percentEncode } from './percent-encode.js';

/** Shorter secrets are not masked: they would match ordinary words. */
const minMasked = 4;

/** Replaces credentials in a text by `***`, in each encoding in which an API may repeat them. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= minMasked)
    .flatMap(listEncodings)
    .toSorted((left, right) => right.length - left.length)
    .reduce((masked, encoded) => masked.replaceAll(encoded, '***'), text);
}

function listEncodings(secret: string): readonly string[] {
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [secret, percentEncode(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), html];
}
