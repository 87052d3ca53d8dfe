import { objectAt } from '../../../core/model/json.js';
import { isJsonObject } from '../../../core/model/json.js';
import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import { baseForms, sentencesOf, singular, wordsOf } from '../text/words.js';

/** Finds tools whose result neither an output schema nor the description explains. */
export function findUndocumentedOutput({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap((tool): readonly LintFinding[] => {
    const { name, textPlace, description, isEnglish } = tool;
    const isSilent = description.trim() === name;
    if (
      hasSchema(tool) ||
      (!isSilent && (!isEnglish || !isVague(tool) || saysResult.test(description.slice(0, 20_000))))
    )
      return [];
    const message = `Neither an output schema nor the description says what \`${name}\` returns.`;
    const help = 'Add `outputSchema`, or a sentence that begins with "Returns".';
    return [{ entry: name, place: textPlace, message, help }];
  });
}

/** Whether an output schema says more than that there is a result. */
function hasSchema({ tool: { output, returns } }: LintedTool): boolean {
  if (returns) return true;
  if (!output || !isJsonObject(output.schema)) return false;
  const keys = [...objectAt(output.schema, 'properties').keys()];
  return keys.length !== 1 || keys[0] !== 'result' || output.schema.has('description');
}

/** Words that tell what is in a result. */
const saysResult =
  /\b(?:returns?|returned|returning|results?|outputs?|respon(?:se|ds)|yields?|includ(?:es?|ing)|contain(?:s|ing)?|such as|e\.g|consisting|json|csv|markdown|base64|as (?:text|a (?:list|file|string|link|url)|an (?:array|image)))\b/iu;

/** Whether the result of a tool is only named by words that can mean anything. */
function isVague({ description }: LintedTool): boolean {
  const [first = ''] = sentencesOf(description.slice(0, 2000));
  const words = wordsOf(first);
  const [verb = ''] = words;
  if (/^generates? (?:text|embeddings?)\b/iu.test(first)) return false;
  if (words.slice(0, 3).some((word) => baseForms(word).some((form) => vagueVerbs.has(form)))) return true;
  if (first.includes(':')) return false;
  const reads = baseForms(verb).some((form) => fetchingVerbs.has(form));
  return (
    reads &&
    words
      .slice(1, 8)
      .map(singular)
      .some((word) => vagueNouns.has(word))
  );
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Verbs whose result can have any form. */
const vagueVerbs = words('analyze compute calculate generate visualize plot draw render research');

const fetchingVerbs = words('get fetch retrieve show read query perform return');

const vagueNouns = words(
  'data information info detail statistic stat statistics analysis analytics insight metric overview ranking',
);
