import { percentEncode } from './percent-encode.js';

/** Minimum length of masked secrets, in characters: shorter secrets would match ordinary words. */
const minMasked = 4;
/** Maximum length of an error reason from another server, in characters. */
const maxReasonLength = 1000;

/** Replaces credentials in a string with `***`, in all encodings that an API might use. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return createMask(secrets)(text);
}

/** Creates a function that replaces credentials like {@link maskSecrets}, for many strings. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const encodings = secrets
    .filter((secret) => secret.length >= minMasked)
    .flatMap(listEncodings)
    .toSorted((left, right) => right.length - left.length);
  return (text) => encodings.reduce((masked, encoded) => masked.replaceAll(encoded, '***'), text);
}

/** Masks an error reason from another server before truncating it, because a truncated secret would not be found. */
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
