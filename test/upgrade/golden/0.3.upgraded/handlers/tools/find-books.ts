import type { ToolHandlerResult } from 'create-mcp-from-schema/runtime';
import type { FindBooks, FindBooksResult } from '../../generated/handlers.ts';

const titles = ['Dune', 'Dune Messiah', 'The Odyssey'];

// Mine: keep   this spacing.
export const findBooks: FindBooks = ({ query }, { protocolVersion }): FindBooksResult => {
  const found: ToolHandlerResult<{ titles: string[] }> = { titles: titles.filter((title) => title.includes(query)) };
  return protocolVersion === '2024-11-05' ? { titles: [] } : found;
};
