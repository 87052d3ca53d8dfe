import { hideCredentials } from '../hide-credentials.js';
import { CatalogError } from './catalog.js';

/** Returns the error of a driver as a message without the URL and its password. */
export function describeConnection(error: unknown, url: string): CatalogError {
  if (error instanceof CatalogError) return error;
  const [first = error] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [error];
  const { message = '', code } = Object(first) as { readonly message?: string; readonly code?: unknown };
  const text = message === '' ? String(code ?? 'unknown error') : message;
  return new CatalogError(`The database cannot be read: ${hideCredentials(text, url)}`.replace(/\.?$/u, '.'));
}
