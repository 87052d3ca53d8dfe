/** Minimum length of passwords that are hidden outside of URLs, in characters: shorter ones would match ordinary words. */
const minHidden = 4;

/** Replaces the URL of a database, and its password as written or decoded, in a message. */
export function hideCredentials(text: string, url: string): string {
  const [, credentials = ''] = /^[^:/?#]+:\/\/([^/]*)@/u.exec(url) ?? [];
  const colon = credentials.indexOf(':');
  const passwords = [
    ...(colon === -1 ? [] : [credentials.slice(colon + 1)]),
    ...[...url.matchAll(/[?&]password=([^&#]*)/gu)].map(([, value = '']) => value),
  ];
  const hidden = [
    url,
    ...(credentials === '' ? [] : [`${credentials}@`, `${decode(credentials)}@`]),
    ...passwords.flatMap((password) => [password, decode(password)]).filter(({ length }) => length >= minHidden),
  ];
  return hidden.reduce((masked, secret) => masked.replaceAll(secret, secret.endsWith('@') ? '***@' : '***'), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
