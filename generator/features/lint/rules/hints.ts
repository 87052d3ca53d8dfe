import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { addingVerbs, destructiveVerbs, overwritingVerbs, readVerbs, writeVerbs } from '../text/english.js';
import { baseForms, singular } from '../text/words.js';

/** What a tool does to its environment, as far as its verbs tell. */
type Effect = 'reads' | 'adds' | 'overwrites' | 'deletes' | 'writes' | 'unknown';

function effectOf({ nameWords, words, isEnglish }: LintedTool): Effect {
  const [firstName = ''] = nameWords;
  // `search_and_replace` does both.
  const second = nameWords[nameWords.indexOf('and') + 1] ?? '';
  const both = nameWords.includes('and') ? effectOfVerb([second]) : 'unknown';
  if (both !== 'unknown' && both !== 'reads') return both;
  const makes = [...nameWords, words[0] ?? ''].some((word) => baseForms(word).includes('generate'));
  if (makes)
    return [...nameWords, ...words.slice(0, 6)].some((word) => pictures.has(singular(word))) ? 'reads' : 'unknown';
  const verb = effectOfVerb([firstName]);
  if (verb !== 'unknown') return verb;
  const others = nameWords.slice(1).map((word) => effectOfVerb([word]));
  const named =
    others.find((effect) => effect !== 'unknown' && effect !== 'reads') ??
    others.find((effect) => effect !== 'unknown');
  if (named !== undefined) return named;
  return isEnglish ? effectOfVerb(baseForms(words[0] ?? '')) : 'unknown';
}

/** What a tool returns that generates something. Other generated things are likely to be stored. */
const pictures: ReadonlySet<string> = new Set(
  'chart map diagram graph plot histogram boxplot treemap cloud uuid password number text embedding summary'.split(' '),
);

function effectOfVerb(forms: readonly string[]): Effect {
  const isIn = (verbs: ReadonlySet<string>): boolean => forms.some((form) => verbs.has(form));
  if (isIn(destructiveVerbs)) return 'deletes';
  if (isIn(overwritingVerbs)) return 'overwrites';
  if (isIn(addingVerbs)) return 'adds';
  if (isIn(writeVerbs)) return 'writes';
  return isIn(readVerbs) ? 'reads' : 'unknown';
}

/** Finds tools that only read and do not say so: clients treat them as destructive. */
export function findMissingHints({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const { name, place } = tool;
    const hints = tool.tool.annotations;
    const hasHint = ['readOnlyHint', 'destructiveHint'].some((hint) => typeof hints?.get(hint) === 'boolean');
    if (hasHint || effectOf(tool) !== 'reads' || writesFile(tool)) return [];
    const message = `\`${name}\` seems to read only, but clients treat it as destructive.`;
    const help = 'Add `annotations: { readOnlyHint: true }`, or `readOnlyHint: false` if it changes something.';
    return [{ entry: name, place, message, help }];
  });
}

/** Whether a parameter says where to write a file. */
function writesFile({ parameters }: LintedTool): boolean {
  return parameters.some(({ name }) =>
    /^(?:output|out|dest|destination|target|save|export)_?(?:path|dir|directory|file|folder|filename)/iu.test(name),
  );
}

/** Finds hints that contradict the verb of the tool. */
export function findWrongHints({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const {
      name,
      place,
      tool: { annotations },
    } = tool;
    const effect = effectOf(tool);
    const report = (hint: string, value: boolean): readonly LintFinding[] => {
      const message = `\`${name}\` has \`${hint}: ${value}\`, but its verb says that it ${effect}.`;
      return [{ entry: name, place: { ...place, path: ['annotations', hint] }, message }];
    };
    const destroys = annotations?.get('destructiveHint');
    // The generator derives the hints of requests and statements from what they do.
    const isDerived = ['forward', 'declared'].includes(tool.tool.handler.kind);
    if (isDerived && effect !== 'deletes') return [];
    if (annotations?.get('readOnlyHint') === true) {
      return ['adds', 'overwrites', 'deletes'].includes(effect) ? report('readOnlyHint', true) : [];
    }
    if (destroys === false && (effect === 'overwrites' || effect === 'deletes'))
      return report('destructiveHint', false);
    return destroys === true && (effect === 'adds' || effect === 'reads') ? report('destructiveHint', true) : [];
  });
}
