import { structured } from 'create-mcp-from-schema/runtime';
import type { StartQuiz, StartQuizResult } from '../../../../generated/birds/handlers.ts';
import type { Question } from '../../../../generated/birds/types.ts';
import { describeSigns } from '../describe-entry.ts';
import { listEntries, type Entry } from '../guide.ts';
import { toPicture } from '../plumage.ts';

/** Starts a quiz with pictures of birds. */
export const startQuiz: StartQuiz = ({ count }): StartQuizResult => {
  const entries = listEntries();
  const questions = shuffle(entries)
    .slice(0, count)
    .map((entry) => ask(entry, entries));
  return structured({ questions }, [questions.map(describe).join('\n')]);
};

/** Creates the question about a bird. Up to three of the other choices belong to the same order. */
function ask(entry: Entry, entries: readonly Entry[]): Question {
  const others = shuffle(entries.filter((other) => other !== entry));
  const isNear = ({ groups }: Entry): boolean => groups[1] === entry.groups[1];
  const wrong = [...others.filter(isNear), ...others.filter((other) => !isNear(other))].slice(0, 3);
  return {
    number: entries.indexOf(entry) + 1,
    signs: [...entry.groups, entry.species].map(describeSigns).filter(Boolean).join(', '),
    choices: shuffle([entry, ...wrong]).map(({ species }) => species.name),
    picture: toPicture(entry),
  };
}

function describe({ number, signs, choices }: Question): string {
  return `Bird ${number} (${signs}): ${choices.join(', ')}?`;
}

function shuffle<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => [Math.random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}
