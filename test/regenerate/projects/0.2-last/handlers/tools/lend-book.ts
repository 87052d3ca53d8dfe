import { error } from '../../generated/runtime/index.js';
import type { LendBook } from '../../generated/handlers.ts';

export const lendBook: LendBook = async ({ isbn }, { elicit }) => {
  if (isbn === '') return error('Which book?');
  const answer = await elicit.confirm({ isbn });
  return answer.action === 'accept' ? `Yours for ${answer.content.weeks} weeks.` : 'Not lent.';
};
