import { actionOf, type Action } from './verbs.js';
import type { WordCache } from './word-cache.js';

/** Action and resource of an operation, inferred from its name, title and path. */
export interface OperationShape {
  readonly action: Action;
  /** Whether the operation returns or changes several items. */
  readonly isCollection: boolean;
  /** Whether the operation is about the caller. */
  readonly isOwn: boolean;
  /** Number of segments of the path. */
  readonly depth: number;
  /** Stems of the last noun in the path, which is the resource; empty if there is none. */
  readonly target: readonly string[];
  /** Stems of what the operation is about: like `target`, but a plural verb is a noun, as in `/issues`. */
  readonly subject: readonly string[];
}

const actionsOfMethods: ReadonlyMap<string, Action> = new Map([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['DELETE', 'delete'],
  ['PATCH', 'update'],
  ['PUT', 'update'],
  ['POST', 'create'],
]);

const ownWords: ReadonlySet<string> = new Set(['authenticated', 'current', 'me', 'my', 'myself', 'own', 'self']);
const collectionWords: ReadonlySet<string> = new Set(['all', 'batch', 'bulk', 'find', 'list', 'lists', 'search']);

/** Maximum number of words of a title that are examined. */
const maxWords = 12;
/** Number of words at the start of a title that can contain its verb. */
const verbWords = 3;

/**
 * Reads the shape of an operation. The action of GET and DELETE follows from the method; the action of other methods
 * follows from the verb in the title or name.
 *
 * @param summary Title, or the first sentence of the description.
 * @param request Method and path template; `''` for a tool that is not an API operation.
 */
export function shapeOf(name: string, summary: string, request: string, cache: WordCache): OperationShape {
  const [method = '', path = ''] = request.split(' ', 2);
  const segments = path.split(/[/#]/u).filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const names = cache.stems(name);
  const byMethod = actionsOfMethods.get(method.toUpperCase());
  const spoken = findAction(cache.stems(summary).slice(0, verbWords)) ?? findAction([names.at(-1) ?? '', ...names]);
  const words = [...cache.words(summary).slice(0, maxWords), ...cache.words(name)];
  return {
    action: byMethod === 'read' || byMethod === 'delete' ? byMethod : (spoken ?? byMethod ?? 'act'),
    isCollection: !last.endsWith('}') && (isPlural(last) || words.some((word) => collectionWords.has(word))),
    isOwn: [...words, ...segments].some((word) => ownWords.has(word)),
    depth: segments.length,
    target: findNouns(segments, cache, false),
    subject: findNouns(segments, cache, true),
  };
}

function findAction(stems: readonly string[]): Action | undefined {
  return stems.map(actionOf).find((action) => action !== undefined);
}

/** Finds the nouns in the last segment with nouns. A verb in plural can count as one. */
function findNouns(segments: readonly string[], cache: WordCache, hasPlurals: boolean): readonly string[] {
  for (const segment of segments.toReversed()) {
    if (segment.includes('{')) continue;
    const words = cache.words(segment);
    const nouns = cache
      .stems(segment)
      .filter((stem, index) => actionOf(stem) === undefined || (hasPlurals && isPlural(words[index] ?? '')));
    if (nouns.length > 0) return nouns;
  }
  return [];
}

function isPlural(word: string): boolean {
  return /[^s]s$/u.test(word);
}
