import type { FindBooks } from '../../generated/handlers.ts';

const titles = ['Dune', 'Dune Messiah', 'The Odyssey'];

export const findBooks: FindBooks = ({ query, limit }) => ({
  titles: titles.filter((title) => title.toLowerCase().includes(query.toLowerCase())).slice(0, limit),
});
