import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { destructiveVerbs, readVerbs, writeVerbs } from '../text/english.js';
import { baseForms } from '../text/words.js';

/** What a tool does to its environment, as far as its verbs tell. */
type Effect = 'reads' | 'writes' | 'destroys' | 'unknown';

function effectOf({ nameWords, words, isEnglish }: LintedTool): Effect {
  const has = (verbs: ReadonlySet<string>): boolean => nameWords.some((word) => verbs.has(word));
  const [firstName = ''] = nameWords;
  if (destructiveVerbs.has(firstName)) return 'destroys';
  if (readVerbs.has(firstName)) return 'reads';
  if (has(writeVerbs)) return 'writes';
  if (has(readVerbs)) return 'reads';
  const [first = ''] = words;
  if (!isEnglish) return 'unknown';
  const forms = baseForms(first);
  if (forms.some((form) => writeVerbs.has(form))) return 'writes';
  return forms.some((form) => readVerbs.has(form)) ? 'reads' : 'unknown';
}

/** Finds tools that only read and do not say so: clients treat them as destructive. */
export function findMissingHints({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const { name, place } = tool;
    const hints = tool.tool.annotations;
    if (hints?.has('readOnlyHint') || hints?.has('destructiveHint') || effectOf(tool) !== 'reads') return [];
    const message = `\`${name}\` seems to read only, but clients treat it as destructive.`;
    return [
      {
        entry: name,
        place,
        message,
        help: 'Add `annotations: { readOnlyHint: true }`, or `readOnlyHint: false` if it writes.',
      },
    ];
  });
}

/** Finds hints that contradict the name. */
export function findWrongHints({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const { name, place } = tool;
    const readsOnly = tool.tool.annotations?.get('readOnlyHint');
    const destroys = tool.tool.annotations?.get('destructiveHint');
    const effect = effectOf(tool);
    const report = (hint: string, message: string): readonly LintFinding[] => [
      { entry: name, place: { ...place, path: ['annotations', hint] }, message },
    ];
    if (readsOnly === true && effect === 'destroys') {
      return report('readOnlyHint', `\`${name}\` has \`readOnlyHint: true\`, but its name says that it deletes.`);
    }
    if (destroys === false && readsOnly !== true && effect === 'destroys') {
      return report(
        'destructiveHint',
        `\`${name}\` has \`destructiveHint: false\`, but its name says that it deletes.`,
      );
    }
    return [];
  });
}
