import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';

/** Finds tools whose result neither an output schema nor the description explains. */
export function findUndocumentedOutput({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const { name, textPlace, isEnglish } = tool;
    if (!isEnglish || tool.tool.output || tool.tool.returns || saysResult(tool)) return [];
    const message = `Neither an output schema nor the description says what \`${name}\` returns.`;
    return [
      { entry: name, place: textPlace, message, help: 'Add `outputSchema`, or a sentence that begins with "Returns".' },
    ];
  });
}

const result =
  /\b(?:returns?|returned|returning|results?|outputs?|responses?|responds?|yields?|shows?|displays?|prints?|lists?|including|includes?|contains?|containing|provides?|gives|json|markdown|as (?:text|a list|an array))\b/iu;

function saysResult({ description, nameWords }: LintedTool): boolean {
  if (result.test(description.slice(0, 20_000))) return true;
  return !nameWords.some((word) => vagueVerbs.has(word));
}

/** Verbs whose result the name of the tool does not tell. */
const vagueVerbs: ReadonlySet<string> = new Set(
  'analyze analyse process run execute check validate query call invoke evaluate inspect perform search scan research'.split(
    ' ',
  ),
);
