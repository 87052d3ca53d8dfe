import type { SuggestNextPrompt } from '../../../../generated/library/handlers.ts';
import { loansOf } from '../loans.ts';
import { readerOf } from '../reader.ts';

/** Suggests a book to the current reader, based on the borrowed books. */
export const suggestNextPrompt: SuggestNextPrompt = ({ mood }, context) => {
  const reader = readerOf(context);
  const titles = loansOf(reader).map(({ title, author }) => `- ${title} by ${author}`);
  return [
    titles.length === 0
      ? `${reader.name} has borrowed nothing yet.`
      : `${reader.name} has borrowed:\n${titles.join('\n')}`,
    'Suggest one more book of the library to this reader. Look for it with find_books, and say why.',
    ...(mood === undefined ? [] : [`The reader is in the mood for ${mood}.`]),
  ].join('\n\n');
};
