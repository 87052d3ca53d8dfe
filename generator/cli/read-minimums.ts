import { didYouMean } from '../core/diagnostics/suggest.js';
import { figures, rankings, type Figure, type Ranking, type Thresholds } from '../features/questions/questions-part.js';
import { UsageError } from './command.js';

/**
 * Adds the values of `--min`, such as `bm25.first=0.8`, to the minimums of the definition, which they override.
 *
 * @throws {UsageError} for an unknown ranking or figure, and a share that is not from 0 to 1.
 */
export function readMinimums(defined: Thresholds, values: readonly string[] = []): Thresholds {
  const minimums = new Map(rankings.map((ranking) => [ranking, new Map(Object.entries(defined[ranking] ?? {}))]));
  for (const value of values) {
    const { ranking, figure, share } = readMinimum(value);
    minimums.get(ranking)?.set(figure, share);
  }
  return Object.fromEntries([...minimums].map(([ranking, shares]) => [ranking, Object.fromEntries(shares)]));
}

function readMinimum(value: string): { readonly ranking: Ranking; readonly figure: Figure; readonly share: number } {
  const [, rankingName, figureName, text] = /^([^.=]*)\.([^.=]*)=(.*)$/su.exec(value) ?? [];
  if (rankingName === undefined || figureName === undefined || text === undefined) {
    throw new UsageError(`--min must be <ranking>.<figure>=<share>, such as bm25.first=0.8, not "${value}".`);
  }
  return {
    ranking: chooseName('ranking', rankingName, rankings),
    figure: chooseName('figure', figureName, figures),
    share: readShare(text),
  };
}

function chooseName<Name extends string>(noun: string, typed: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === typed);
  if (found !== undefined) return found;
  const hint = didYouMean(typed, names)?.text.replace('did', 'Did') ?? `Choose from: ${names.join(', ')}.`;
  throw new UsageError(`--min has an unknown ${noun}: "${typed}". ${hint}`);
}

function readShare(text: string): number {
  const share = /^(?:\d+(?:\.\d+)?|\.\d+)$/u.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`--min needs a share from 0 to 1, such as 0.8, not "${text}".`);
}
