import { percentEncode } from './percent-encode.js';
/** What is shorter is found in words of every kind. */
const leastCharacters = 4;
/** Replaces credentials in a text, in the ways in which an API may repeat them, by `***`. */
export function maskSecrets(text, secrets) {
    return secrets
        .flatMap(listVariants)
        .toSorted((left, right) => right.length - left.length)
        .reduce((masked, variant) => masked.replaceAll(variant, '***'), text);
}
function listVariants(secret) {
    if (secret.length < leastCharacters)
        return [];
    const html = secret
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
    return [secret, percentEncode(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), html];
}
