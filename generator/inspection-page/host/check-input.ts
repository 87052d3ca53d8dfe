import { digestTexts } from '../../code/digest-texts.js';
import { emitValidators } from '../../emit/validators/emit-validators.js';
import { joinModules } from './join-modules.js';
import { ListsTooLong, readLists } from './read-lists.js';
import { ValidatorFault, ValidatorThread, type InputError } from './run-validator.js';

/** Result of checking a value: its errors, or the reason why it cannot be checked. */
export type InputCheck = { readonly errors: readonly InputError[] } | { readonly fault: string };

/** Limits of {@link InputChecker}. */
export interface InputLimits {
  /** Longest schema, in characters of JSON. Default 1,000,000. */
  readonly maxSchema?: number;
  /** Longest value, in characters of JSON. Default 16,000,000. */
  readonly maxValue?: number;
  /** Longest validation in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/** A compiled schema. */
interface CompiledInput {
  readonly module: string;
  readonly name: string;
}

/** So many compiled schemas are kept. */
const maximalCompiled = 200;

/**
 * Checks arguments against input schemas as a generated server does, in the same words. The schema is compiled by the
 * generator; the validator runs in a thread of its own.
 */
export class InputChecker {
  readonly #limits: Required<InputLimits>;
  readonly #thread = new ValidatorThread();
  readonly #compiled = new Map<string, Promise<CompiledInput | string>>();

  constructor({ maxSchema = 1_000_000, maxValue = 16_000_000, timeoutMs = 5_000 }: InputLimits = {}) {
    this.#limits = { maxSchema, maxValue, timeoutMs };
  }

  /**
   * Checks a value.
   *
   * @param schema The `inputSchema` of a descriptor.
   * @param text The value as JSON text.
   */
  async checkInput(schema: unknown, text: string): Promise<InputCheck> {
    const { maxSchema, maxValue, timeoutMs } = this.#limits;
    const schemaText = JSON.stringify(schema) ?? '';
    if (schemaText.length > maxSchema) {
      return { fault: `The schema has ${schemaText.length} characters; schemas of at most ${maxSchema} are checked.` };
    }
    if (text.length > maxValue) {
      return { fault: `The value has ${text.length} characters; values of at most ${maxValue} are checked.` };
    }
    const compiled = await this.#compileOnce(schema, schemaText);
    if (typeof compiled === 'string') return { fault: compiled };
    try {
      return { errors: await this.#thread.run(compiled.module, compiled.name, text, timeoutMs) };
    } catch (error) {
      if (!(error instanceof ValidatorFault)) throw error;
      return { fault: `The value cannot be checked: ${error.message}.` };
    }
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  #compileOnce(schema: unknown, text: string): Promise<CompiledInput | string> {
    const key = digestTexts([text]);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const compiling = compileInput(schema);
    this.#compiled.set(key, compiling);
    const [oldest] = this.#compiled.keys();
    if (this.#compiled.size > maximalCompiled && oldest !== undefined) this.#compiled.delete(oldest);
    return compiling;
  }
}

/** Compiles a schema; returns the reason when that is impossible. */
async function compileInput(schema: unknown): Promise<CompiledInput | string> {
  const name = 'tool';
  try {
    const tool = { name, description: name, inputSchema: schema };
    const { resolved, diagnostics } = readLists('checked', { tools: [tool] });
    const mistake = diagnostics.find(({ severity }) => severity === 'error');
    if (mistake !== undefined) return `The schema cannot be checked: ${mistake.message}`;
    const { files, modules, failures } = await emitValidators(resolved.model);
    const place = modules.get(name);
    const file = files.find(({ path }) => path === place?.module);
    if (place === undefined || file === undefined) {
      return `The schema cannot be compiled: ${failures[0]?.message ?? 'there is no code for it'}`;
    }
    return { module: await joinModules(file, files), name: place.input };
  } catch (error) {
    if (error instanceof ListsTooLong || error instanceof RangeError)
      return `The schema is too large: ${error.message}`;
    throw error;
  }
}
