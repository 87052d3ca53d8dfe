import { parse, stringify } from 'yaml';
import { isJsonObject, type JsonObject } from '../../../runtime/wire/json.js';

/** Imported case. */
interface ImportedCase {
  readonly ask: string;
  readonly tools: readonly string[];
  readonly never: readonly string[];
  readonly arguments: { readonly [tool: string]: JsonObject };
}

/** Imported cases as definition text, and what was not imported. */
export interface ImportedCases {
  readonly text: string;
  readonly count: number;
  readonly skipped: readonly string[];
}

/** Thrown for a file without cases. The message is for the user. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/**
 * Imports the cases of MCPJam (eval suite files, and lists with `query` and `expectedToolCalls`) and promptfoo (`tests`
 * with assertions about tools) as `questions` of a definition.
 *
 * @throws {ImportError} if the text is neither JSON nor YAML, or has no cases
 */
export function importCases(text: string): ImportedCases {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new ImportError(`The file is neither JSON nor YAML: ${reason}`);
  }
  const skipped: string[] = [];
  const root = isJsonObject(value) ? value : {};
  const entries = [value, root['cases'], root['tests']].find((list): list is readonly unknown[] => Array.isArray(list));
  if (entries === undefined) {
    const help = typeof root['tests'] === 'string' ? ` \`tests\` names another file: ${root['tests']}` : '';
    throw new ImportError(`The file has no cases of MCPJam (\`cases\`) and no \`tests\` of promptfoo.${help}`);
  }
  const cases = entries.filter(isJsonObject).flatMap((entry, index) => {
    const note = (reason: string): void => void skipped.push(`case ${index + 1}: ${reason}`);
    return isPromptfoo(entry) ? readPromptfoo(entry, root, note) : readMcpJam(entry, note);
  });
  return { text: printCases(cases), count: cases.length, skipped };
}

type Note = (reason: string) => void;

function isPromptfoo(entry: JsonObject): boolean {
  return 'vars' in entry || 'assert' in entry;
}

/** @see https://github.com/MCPJam/inspector/blob/main/sdk/src/contract/eval-suite.schema.json */
function readMcpJam(entry: JsonObject, note: Note): readonly ImportedCase[] {
  const steps = listOf(entry['steps']).filter(isJsonObject);
  const prompts = steps.filter(({ kind }) => kind === 'prompt').map(({ prompt }) => String(prompt));
  const ask = [entry['query'], entry['prompt'], prompts[0]].find((text) => typeof text === 'string');
  if (typeof ask !== 'string') return refuse(note, 'no `query` or prompt');
  if (prompts.length > 1) note('only the first prompt was imported, because questions have one turn');
  const expected = new Expectations();
  for (const call of listOf(entry['expectedToolCalls'])) expected.addCall(call);
  for (const { kind, assertion } of steps) if (kind === 'assert') expected.addAssertion(assertion, note);
  for (const kind of new Set(steps.map((step) => step['kind']))) {
    if (kind !== 'prompt' && kind !== 'assert') note(`steps of kind ${String(kind)} cannot be imported`);
  }
  for (const assertion of listOf(entry['assertions'])) expected.addAssertion(assertion, note);
  if (entry['expectedOutput'] !== undefined) note('`expectedOutput` cannot be imported: answers are not judged');
  return expected.finish(ask, note);
}

/** @see https://www.promptfoo.dev/docs/configuration/expected-outputs/deterministic/ */
function readPromptfoo(entry: JsonObject, root: JsonObject, note: Note): readonly ImportedCase[] {
  const vars = isJsonObject(entry['vars']) ? entry['vars'] : {};
  const prompts = listOf(root['prompts']).filter((prompt) => typeof prompt === 'string' && !prompt.startsWith('file:'));
  const [prompt] = prompts;
  const ask = typeof prompt === 'string' ? fill(prompt, vars) : guessAsk(vars);
  if (ask === undefined)
    return refuse(note, 'the prompt is in another file, and there is more than one text in `vars`');
  if (prompts.length > 1) note('only the first prompt was imported');
  const expected = new Expectations();
  const defaults = isJsonObject(root['defaultTest']) ? listOf(root['defaultTest']['assert']) : [];
  for (const assertion of [...defaults, ...listOf(entry['assert'])]) expected.addPromptfoo(assertion, note);
  return expected.finish(ask, note);
}

/** Fills in the variables of a prompt. Filters and expressions stay. */
function fill(prompt: string, vars: JsonObject): string {
  return prompt.replace(/\{\{\s{0,20}([\w.]{1,100})\s{0,20}\}\}/gu, (whole, name: string) =>
    Object.hasOwn(vars, name) ? String(vars[name]) : whole,
  );
}

function guessAsk(vars: JsonObject): string | undefined {
  const texts = Object.entries(vars).filter(([, value]) => typeof value === 'string');
  const usual = texts.find(([name]) => /^(?:question|query|prompt|task|input|message|request)$/u.test(name));
  const [, text] = usual ?? (texts.length === 1 ? (texts[0] ?? []) : []);
  return typeof text === 'string' ? text : undefined;
}

/** Expected and forbidden calls of a case. */
class Expectations {
  readonly #tools: string[] = [];
  readonly #never = new Set<string>();
  readonly #arguments = new Map<string, JsonObject>();

  /** Adds an expected call: its name, or an object with name and arguments. */
  addCall(call: unknown): void {
    if (typeof call === 'string') this.#need(call);
    if (!isJsonObject(call)) return;
    const name = call['toolName'] ?? call['name'] ?? call['tool'];
    if (typeof name !== 'string') return;
    this.#need(name);
    const args = call['arguments'] ?? call['args'] ?? call['input'];
    if (isJsonObject(args)) this.#expect(name, args);
  }

  addAssertion(assertion: unknown, note: Note): void {
    const { type, kind, toolName, args } = isJsonObject(assertion) ? assertion : {};
    const name = typeof toolName === 'string' ? toolName : undefined;
    if (type === 'toolNeverCalled' && name !== undefined) this.#never.add(name);
    else if (type === 'toolCalledWith' && name !== undefined) {
      const { args: values, argumentMatching } = isJsonObject(args) ? args : {};
      this.addCall({ name, ...(argumentMatching !== 'ignore' && { arguments: values }) });
      if (argumentMatching === 'exact') note('`argumentMatching: exact` became: these arguments, or more');
    } else if ((type === 'toolCalledAtLeastOnce' || type === 'firstToolWas') && name !== undefined) this.#need(name);
    else note(`the assertion ${String(type ?? kind)} cannot be imported`);
  }

  addPromptfoo(assertion: unknown, note: Note): void {
    const { type, value } = isJsonObject(assertion) ? assertion : {};
    const { name, args, steps, mode } = isJsonObject(value) ? value : {};
    const names = (isJsonObject(value) ? (steps === undefined ? [name] : listOf(steps)) : listOf(value)).filter(
      (each) => typeof each === 'string',
    );
    const isPattern = names.some((each) => /[*?]/u.test(each));
    if (type === 'not-trajectory:tool-used' && names.length > 0 && !isPattern) {
      for (const each of names) this.#never.add(each);
    } else if (
      /^(?:tool-call-f1|trajectory:tool-(?:used|sequence))$/u.test(String(type)) &&
      names.length > 0 &&
      !isPattern
    ) {
      for (const each of names.flatMap((text) => text.split(','))) this.#need(each.trim());
    } else if (type === 'trajectory:tool-args-match' && typeof name === 'string' && isJsonObject(args)) {
      this.addCall({ name, args });
      if (mode === 'exact') note('`mode: exact` became: these arguments, or more');
    } else note(`the assertion ${String(type)} cannot be imported`);
  }

  /** Returns the case; none if it expects nothing about tools. */
  finish(ask: string, note: Note): readonly ImportedCase[] {
    const never = [...this.#never].filter((name) => !this.#tools.includes(name));
    if (this.#tools.length === 0) return refuse(note, 'it names no tool that must be called');
    return [{ ask, tools: this.#tools, never, arguments: Object.fromEntries(this.#arguments) }];
  }

  #need(name: string): void {
    if (name !== '' && !this.#tools.includes(name)) this.#tools.push(name);
  }

  /** Placeholders for types, such as `"string"`, and empty objects expect nothing. */
  #expect(name: string, args: JsonObject): void {
    const exact = Object.entries(args).filter(([, value]) => !['string', 'number', 'boolean'].includes(String(value)));
    if (exact.length > 0) this.#arguments.set(name, { ...this.#arguments.get(name), ...Object.fromEntries(exact) });
  }
}

function refuse(note: Note, reason: string): readonly [] {
  note(reason);
  return [];
}

/** Prints `questions` of tools. A case is at the first tool that it needs. */
function printCases(cases: readonly ImportedCase[]): string {
  const tools = new Map<string, unknown[]>();
  for (const { ask, tools: needed, never, arguments: args } of cases) {
    const [first = ''] = needed;
    const isPlain = needed.length === 1 && never.length === 0 && Object.keys(args).length === 0;
    const question = isPlain
      ? ask
      : {
          ask,
          ...(needed.length > 1 && { tools: needed }),
          ...(never.length > 0 && { never }),
          ...(Object.keys(args).length > 0 && { arguments: args }),
        };
    tools.set(first, [...(tools.get(first) ?? []), question]);
  }
  const entries = [...tools].map(([name, questions]) => [name, { questions }]);
  return entries.length === 0 ? '' : stringify({ tools: Object.fromEntries(entries) }, { lineWidth: 110 });
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}
