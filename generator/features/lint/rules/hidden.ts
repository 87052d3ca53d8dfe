import type { LintFinding } from '../lint-rule.js';
import type { LintedServer } from '../linted-server.js';
import type { ReadText } from '../read-texts.js';
import { findInvisible, withoutInvisible } from '../text/invisible.js';
import { findHidden, findOrder } from '../text/instructions.js';

/** Finds instructions that a text has no business giving. */
export function findHiddenInstructions({ texts }: LintedServer): readonly LintFinding[] {
  return checkTexts(texts, (text) => {
    const found = findHidden(text);
    return found === undefined ? undefined : { says: `contains hidden instructions: "${found}"`, help: 'Remove them.' };
  });
}

/** Finds characters that people cannot see. */
export function findInvisibleCharacters({ texts }: LintedServer): readonly LintFinding[] {
  return checkTexts(texts, (text) => {
    const found = findInvisible(text);
    if (found === undefined) return undefined;
    return { says: `contains the invisible character ${found}`, suggestion: withoutInvisible(text) };
  });
}

/** Finds demands to call a tool always, or before all others. */
export function findCallOrder({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap(({ name, description, textPlace }): readonly LintFinding[] => {
    const found = findOrder(description);
    if (found === undefined) return [];
    const message = `The description of \`${name}\` demands to be followed beyond its use: "${found}".`;
    return [{ entry: name, place: textPlace, message, help: 'Say in which case the tool is needed.' }];
  });
}

interface Found {
  readonly says: string;
  readonly help?: string;
  readonly suggestion?: string;
}

/** Maximum length of a suggested text. */
const maxSuggestion = 500;

function checkTexts(texts: readonly ReadText[], check: (text: string) => Found | undefined): readonly LintFinding[] {
  // Operations of an API share most texts.
  const known = new Map<string, Found | undefined>();
  return texts.flatMap(({ what, text, ...whose }): readonly LintFinding[] => {
    const found = known.has(text) ? known.get(text) : check(text);
    known.set(text, found);
    if (!found) return [];
    const { says, suggestion, ...others } = found;
    const isShort = suggestion !== undefined && suggestion.length <= maxSuggestion;
    return [{ ...whose, message: `${what} ${says}.`, ...others, ...(isShort && { suggestion }) }];
  });
}
