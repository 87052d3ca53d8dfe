import { visible } from '../../core/diagnostics/format-diagnostics.js';
import type { ToolOrigin } from '../../core/model/model.js';
import { splitWords, type RankedTool } from './rank-tools.js';

/** Maximum length of a sentence that becomes a question. */
const maxSentence = 100;

/**
 * Explains how to write questions, with one of the project's own tools as the example.
 *
 * @param origin Where the settings of an API tool are; absent for a tool under `tools`.
 */
export function adviseQuestions(
  tool: Pick<RankedTool, 'name' | 'description'> | undefined,
  origin?: ToolOrigin,
): string {
  if (!tool) return 'There are no tools that questions could be about.\n';
  const [keys, name] = origin
    ? [['openapi', origin.api, 'tools'], origin.aliases[0] ?? tool.name]
    : [['tools'], tool.name];
  const path = [...keys, name].map((key, level) => `${'  '.repeat(level)}${quote(key)}:\n`).join('');
  const indent = '  '.repeat(keys.length + 1);
  return `No tool has questions. Write next to each tool what users would ask:

${path}${indent}questions:
${indent}  - ${quote(makeQuestion(tool))}

Use the words of users, which often differ from those of the description. A question can also be an object, such as
{ ask: …, tools: [a, b], never: [c] }, if it needs several tools or must not lead to some.
`;
}

/** Returns a key or text as YAML, in quotes if necessary. */
function quote(text: string): string {
  return /^[a-z][\w ,?-]*$/iu.test(text) ? text : JSON.stringify(visible(text));
}

/** Makes a question of the first sentence of a description, or else of the name. */
function makeQuestion({ name, description }: Pick<RankedTool, 'name' | 'description'>): string {
  const [sentence = ''] = description.slice(0, maxSentence + 1).split(/[.\n:;(]/u, 1);
  const [verb = '', ...rest] = sentence.trim().split(/\s+/u);
  const isUsable = rest.length > 0 && sentence.length <= maxSentence && /^[A-Za-z]+$/u.test(verb);
  const words = isUsable ? [toInfinitive(verb.toLowerCase()), ...rest] : splitWords(name);
  return `can you ${words.join(' ')}?`;
}

/** Returns the infinitive of a verb in the third person: `finds` becomes `find`. */
function toInfinitive(verb: string): string {
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/u.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/u.test(verb) ? verb.slice(0, -1) : verb;
}
