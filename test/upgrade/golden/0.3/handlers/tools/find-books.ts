import type { ToolAnswer } from 'create-mcp-from-schema/runtime';
import type { FindBooks, FindBooksAnswer } from '../../generated/handlers.ts';

const titles = ['Dune', 'Dune Messiah', 'The Odyssey'];

// Mine: keep   this spacing.
export const findBooks: FindBooks = ({ query }, { revision }): FindBooksAnswer => {
  const found: ToolAnswer<{ titles: string[] }> = { titles: titles.filter((title) => title.includes(query)) };
  return revision === '2024-11-05' ? { titles: [] } : found;
};
