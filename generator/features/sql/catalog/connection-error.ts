import { CatalogError } from './catalog.js';

/** Returns the error of a driver as a message without the URL and its password. */
export function describeConnection(error: unknown, url: string): CatalogError {
  if (error instanceof CatalogError) return error;
  const [first = error] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [error];
  const { message = '', code } = Object(first) as { readonly message?: string; readonly code?: unknown };
  const text = message === '' ? String(code ?? 'unknown error') : message;
  return new CatalogError(`The database cannot be read: ${maskUrl(text, url)}`.replace(/\.?$/u, '.'));
}

/** Replaces a URL and its password in a text, as written or decoded. */
function maskUrl(text: string, url: string): string {
  const secrets = [url, passwordOf(url), decode(passwordOf(url))].filter((secret) => secret !== '');
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

function passwordOf(url: string): string {
  return URL.canParse(url) ? new URL(url).password : '';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
