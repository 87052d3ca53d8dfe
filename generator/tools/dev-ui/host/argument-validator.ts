import { digestTexts } from '../../../core/code/digest-texts.js';
import type { CompiledInput } from './compile-input.js';
import { ThreadFault } from './limited-thread.js';
import { ListThread } from './list-thread.js';
import { ValidatorThread, type InputError } from './run-validator.js';

/** Validation result: the errors, or the reason why validation is impossible. */
type ValidationResult = { readonly errors: readonly InputError[] } | { readonly problem: string };

/** Limits of {@link ArgumentValidator}. */
interface InputLimits {
  /** Maximum schema length in characters of JSON. Default: 1,000,000. */
  readonly maxSchema?: number;
  /** Maximum value length in characters of JSON. Default: 16,000,000. */
  readonly maxValue?: number;
  /** Maximum validation time in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number;
  /** Maximum compilation time of a schema in milliseconds. Default: 10,000. */
  readonly compileMs?: number;
}

/** Maximum number of cached compiled schemas. */
const maxCompiled = 200;

/**
 * Validates arguments against input schemas as a generated server does, with the same messages. One thread compiles the schema with the
 * generator; another thread runs the validator.
 */
export class ArgumentValidator {
  readonly #limits: Required<InputLimits>;
  readonly #thread = new ValidatorThread();
  readonly #compiler = new ListThread();
  readonly #compiled = new Map<string, Promise<CompiledInput | string>>();

  constructor({
    maxSchema = 1_000_000,
    maxValue = 16_000_000,
    timeoutMs = 5_000,
    compileMs = 10_000,
  }: InputLimits = {}) {
    this.#limits = { maxSchema, maxValue, timeoutMs, compileMs };
  }

  /**
   * Checks a value.
   *
   * @param schema The `inputSchema` of a descriptor.
   * @param text The value as JSON text.
   */
  async validate(schema: unknown, text: string): Promise<ValidationResult> {
    const { maxSchema, maxValue, timeoutMs } = this.#limits;
    const excess = findExcess(schema);
    if (excess !== undefined) return { problem: `The schema is too large to validate: ${excess}.` };
    const schemaText = JSON.stringify(schema) ?? '';
    if (schemaText.length > maxSchema) {
      return {
        problem: `The schema is too large to validate: it has ${schemaText.length} characters, the maximum is ${maxSchema}.`,
      };
    }
    if (text.length > maxValue) {
      return {
        problem: `The arguments are too large to validate: they have ${text.length} characters, the maximum is ${maxValue}.`,
      };
    }
    const compiled = await this.#compileOnce(schemaText);
    if (typeof compiled === 'string') return { problem: compiled };
    try {
      return { errors: await this.#thread.run(compiled.module, compiled.name, text, timeoutMs) };
    } catch (error) {
      if (!(error instanceof ThreadFault)) throw error;
      return { problem: `The arguments cannot be validated: ${error.message}.` };
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#compiler.close()]);
  }

  #compileOnce(text: string): Promise<CompiledInput | string> {
    const key = digestTexts([text]);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const compiling = this.#compile(text);
    this.#compiled.set(key, compiling);
    const [oldest] = this.#compiled.keys();
    if (this.#compiled.size > maxCompiled && oldest !== undefined) this.#compiled.delete(oldest);
    return compiling;
  }

  async #compile(text: string): Promise<CompiledInput | string> {
    try {
      return await this.#compiler.run('compile', [text], this.#limits.compileMs);
    } catch (error) {
      if (!(error instanceof ThreadFault)) throw error;
      return `The schema is too large to validate: ${error.message}.`;
    }
  }
}

/** Limits of a schema, far above what real schemas need. Compile time grows with the square of the number of patterns and branches. */
const limits = { depth: 200, parts: 30_000, patterns: 500, branches: 1_000 };

const branchKeywords = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * Returns the reason why a schema of a foreign server would take too long to compile; `undefined` if it would not. Stops at the
 * first exceeded limit.
 */
function findExcess(schema: unknown): string | undefined {
  let parts = 0;
  let patterns = 0;
  let branches = 0;
  const open: (readonly [value: unknown, depth: number])[] = [[schema, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    parts += 1;
    if (depth > limits.depth) return `it is nested more than ${limits.depth} levels deep`;
    if (parts > limits.parts) return `it has more than ${limits.parts} objects and lists`;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'object' || member === null) continue;
      if (key === 'patternProperties') patterns += Object.keys(member).length;
      if (branchKeywords.has(key)) branches += Object.keys(member).length;
      open.push([member, depth + 1]);
    }
    if (patterns > limits.patterns) return `it has more than ${limits.patterns} pattern properties`;
    if (branches > limits.branches) return `it has more than ${limits.branches} branches in allOf, anyOf and oneOf`;
  }
  return undefined;
}
