import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Dialect } from '../../model/model.js';

/** What the schemas of one compilation have in common. */
export interface CompilerMode {
  readonly dialect: Dialect;
  /** Input: formats are asserted. Output: they are not, and numbers are finite. */
  readonly purpose: 'input' | 'output';
  /** Inherited properties do not count. Needed where a property is named like one, otherwise only slower. */
  readonly ownProperties: boolean;
  /** Input only: absent properties get their defaults. */
  readonly fillsDefaults: boolean;
}

/**
 * Makes a compiler that writes standalone code. Unknown keywords and formats are ignored. A schema
 * `{fault: message}` fails to compile with that message, and with it whatever refers to it.
 */
export function createCompiler({ dialect, purpose, ownProperties, fillsDefaults }: CompilerMode): Ajv {
  const options: Options = {
    allErrors: true,
    strict: false,
    strictNumbers: purpose === 'output',
    useDefaults: fillsDefaults,
    validateFormats: purpose === 'input',
    unicodeRegExp: true,
    ownProperties,
    inlineRefs: false,
    addUsedSchema: false,
    meta: false,
    validateSchema: false,
    logger: false,
    code: { source: true, esm: true },
  };
  const compiler = dialect === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  // References of the model are static: without this every call would pass on a map of dynamic anchors.
  compiler.opts.dynamicRef = false;
  if (purpose === 'input') formats.default(compiler, { mode: 'full', keywords: false });
  compiler.addKeyword({
    keyword: 'fault',
    code: ({ schema }) => {
      throw new Error(String(schema));
    },
  });
  return compiler;
}
