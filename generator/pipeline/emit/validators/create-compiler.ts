import { _, Ajv, type CodeKeywordDefinition, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { useFunc } from 'ajv/dist/compile/util.js';
import formats from 'ajv-formats';
import { boundKeywords } from './bounded-keywords.js';
import type { CompilerMode } from './list-jobs.js';
import { exactInteger } from './prepare-schema.js';

/**
 * Creates a compiler for standalone code. Unknown keywords and formats are ignored. `SchemaCompiler` replaces a schema
 * that cannot be compiled with `{failure: message}`. Compiling that schema, or any schema that refers to it, throws an
 * error with that message.
 */
export function createCompiler(mode: CompilerMode): Ajv {
  const { dialect, purpose, ownProperties, unevaluated, fillsDefaults } = mode;
  const options: Options = {
    allErrors: true,
    messages: false,
    strict: false,
    strictNumbers: purpose === 'output',
    useDefaults: fillsDefaults,
    validateFormats: purpose === 'input',
    unicodeRegExp: true,
    ownProperties,
    inlineRefs: false,
    uriResolver: wholeUris,
    addUsedSchema: false,
    meta: false,
    validateSchema: false,
    logger: false,
    // The functions are printed but not called here, so they are not created.
    code: { source: true, esm: true, process: () => 'return () => true' },
  };
  const compiler = dialect === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  // The model contains no dynamic references. If this option were on, each validator call would pass a map of dynamic anchors.
  compiler.opts.dynamicRef = false;
  compiler.opts.unevaluated = unevaluated;
  if (purpose === 'input') {
    formats.default(compiler, { mode: 'full', keywords: false });
    compiler.addFormat('url', linearUrl);
    compiler.removeKeyword(contentEncoding.keyword).addKeyword(contentEncoding).addKeyword(integerRange);
  }
  compiler.addKeyword({
    keyword: 'failure',
    code: ({ schema }) => {
      throw new Error(String(schema));
    },
  });
  boundKeywords(compiler);
  return compiler;
}

/** Definition of one keyword. */
type OwnKeyword = CodeKeywordDefinition & { readonly keyword: string };

/**
 * Asserts `contentEncoding: base64` (RFC 4648, section 4, with padding). Other encodings are not asserted.
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#name-contentencoding
 */
const contentEncoding: OwnKeyword = {
  keyword: 'contentEncoding',
  type: 'string',
  code(context) {
    const { gen, data, schema } = context;
    if (schema === 'base64') context.fail(_`!${useFunc(gen, { code: 'require("is-base64").default' })}(${data})`);
  },
};

/** Rejects integers that would be rounded. */
const integerRange: OwnKeyword = {
  keyword: exactInteger,
  type: 'number',
  error: {
    message: '',
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  },
  code: (context) => context.fail(_`Math.abs(${context.data}) > ${context.schema}`),
};

/**
 * Linear-time replacement for the `url` format of ajv-formats: user information ends at the first `/`, `?` or `#` (RFC
 * 3986, section 3.2).
 */
const linearUrl = new RegExp(
  (formats.default.get('url', 'full') as RegExp).source.replace(
    String.raw`(?:\S+(?::\S*)?@)?`,
    String.raw`(?:[^\s/?#]+@)?`,
  ),
  'iu',
);

/** Resolver that does not parse URIs, because schemas refer to each other by their registered URIs. */
const wholeUris: NonNullable<Options['uriResolver']> = {
  parse: (uri) => ({ path: uri }),
  serialize: ({ path = '' }) => path,
  resolve: (_base, uri) => uri,
};
