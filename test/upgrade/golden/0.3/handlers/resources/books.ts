import type { ResourceAnswer } from 'create-mcp-from-schema/runtime';
import type { BooksResource } from '../../generated/handlers.ts';

export const booksResource: BooksResource = (): ResourceAnswer => 'Dune';
