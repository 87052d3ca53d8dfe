import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tokenizer from an installed package. */
interface LoadedTokenizer {
  readonly name: string;
  readonly count: (text: string) => number;
}

type Module = { readonly [name: string]: unknown };

/** Tokenizer packages. */
const packages: readonly {
  readonly name: string;
  readonly specifier: string;
  readonly open: (module: Module) => ((text: string) => unknown) | undefined;
}[] = [
  {
    name: 'gpt-tokenizer',
    specifier: 'gpt-tokenizer/encoding/o200k_base',
    open: ({ encode }) => (typeof encode === 'function' ? (text) => encode(text) as unknown : undefined),
  },
  {
    name: 'js-tiktoken',
    specifier: 'js-tiktoken',
    open: ({ getEncoding }) => {
      if (typeof getEncoding !== 'function') return undefined;
      const encoding = getEncoding('o200k_base') as { encode(text: string): unknown };
      return (text) => encoding.encode(text);
    },
  },
];

/**
 * Loads the tokenizer that is installed in a project (`gpt-tokenizer` or `js-tiktoken`), with the encoding of GPT-4o.
 * Returns `undefined` if neither is installed, or if its interface is unknown.
 * @param root Absolute path of the project.
 */
export async function loadTokenizer(root: string): Promise<LoadedTokenizer | undefined> {
  const { resolve } = createRequire(path.join(root, 'package.json'));
  for (const { name, specifier, open } of packages) {
    try {
      const encode = open((await import(pathToFileURL(resolve(specifier)).href)) as Module);
      // Strings such as `<|endoftext|>` are not special tokens here.
      const count = (text: string) => [encode?.(text.replaceAll('<|', '< |')) ?? []].flat().length;
      if (encode && count('a') === 1) return { name: `${name} (o200k_base)`, count };
    } catch {
      // The package is not installed or has a different interface: try the next package.
    }
  }
  return undefined;
}
