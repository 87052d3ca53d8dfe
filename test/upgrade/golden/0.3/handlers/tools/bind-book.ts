import type { BindBook } from '../../generated/handlers.ts';

export const bindBook: BindBook = async (_input, context) => {
  await context.beginTask();
  return 'Bound.';
};
