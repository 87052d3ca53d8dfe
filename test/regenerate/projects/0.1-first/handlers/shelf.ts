export const shelf = [
  { isbn: '9780441172719', title: 'Dune' },
  { isbn: '9780141439518', title: 'Pride and Prejudice' },
];
