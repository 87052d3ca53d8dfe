import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server: { name: shop, version: 1.0.0 }
prompts:
  recommend:
    description: Recommends books.
    arguments:
      subject: { description: What about., complete: [fiction, no, '1.0'] }
      reader: { description: 'For whom */ it is.', complete: handler }
      language: { description: Which one., complete: { handler: ./languages.ts#suggest } }
      length: { description: How long. }
    messages: [{ role: user, content: 'Recommend {{subject}}.' }]
  ask:
    description: Asks something.
    arguments:
      language: { description: Which one., complete: { handler: ./languages.ts#suggest } }
resourceTemplates:
  shop://books/{isbn}{?page,__proto__}:
    name: book
    variables:
      isbn: { complete: handler }
      page: { description: 'Of the book, from 1.', complete: ['1', '2'] }
      __proto__: { complete: [odd] }
`;

const languages = `export function suggest(value: string): readonly string[] {
  return ['english', 'greek'].filter((language) => language.startsWith(value));
}
`;

const files = { 'definitions/shop.mcp.yaml': definition, 'definitions/languages.ts': languages };

type Complete = (value: string, context: object) => unknown;

interface Handlers {
  readonly handlers: {
    readonly completions?: {
      readonly prompts: { readonly [name: string]: { readonly [argument: string]: Complete } };
      readonly resourceTemplates: { readonly [uriTemplate: string]: { readonly [variable: string]: Complete } };
    };
  };
}

interface Descriptors {
  readonly definition: {
    readonly prompts: readonly { readonly arguments: readonly object[]; readonly completions?: object }[];
    readonly resourceTemplates: readonly { readonly completions?: object }[];
  };
}

const project = await createProject(files);

function regenerate() {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return runGenerator({ root: project.folder, ...folders, check: false, force: false, strict: false });
}

describe('completions', () => {
  test('bring one stub for each argument and variable that a function completes', async () => {
    const stubs = ['handlers/completions/recommend-reader.ts', 'handlers/completions/book-isbn.ts'];
    expect(project.report.write?.created.filter((file) => file.includes('/completions/')).toSorted()).toEqual(
      stubs.toSorted(),
    );
    expect(project.report.write?.unimplemented).toEqual(expect.arrayContaining(stubs));
    expect(await readFile(path.join(project.folder, 'handlers/completions/recommend-reader.ts'), 'utf8'))
      .toBe(`import type { CompletionResult, CompletionHandler } from 'create-mcp-from-schema/runtime';
import type { ServerApp } from '../../generated/handlers.ts';

/** Suggests values of \`reader\`: For whom *\\/ it is. */
export const completeRecommendReader: CompletionHandler<ServerApp> = async (
  value,
  context,
): Promise<CompletionResult> => {
  return [];
};
`);
    expect(await typeCheck(project.folder)).toBe('');
    const types = await readFile(path.join(project.folder, 'generated/types.ts'), 'utf8');
    expect(types).toContain('  /** Of the book, from 1. */\n  page?: string;\n');
  });

  test('are declared with their lists, in the spelling of the definition', async () => {
    const { definition: shop } = await loadModule<Descriptors>(project.folder, 'generated/definition.ts');
    const [recommend, ask] = shop.prompts;
    expect(recommend?.completions).toEqual({
      subject: ['fiction', 'no', '1.0'],
      reader: 'handler',
      language: 'handler',
    });
    expect(ask?.completions).toEqual({ language: 'handler' });
    expect(Object.entries(shop.resourceTemplates[0]?.completions ?? {})).toEqual([
      ['isbn', 'handler'],
      ['page', ['1', '2']],
      ['__proto__', ['odd']],
    ]);
    expect(recommend?.arguments[0]).toEqual({
      name: 'subject',
      description: 'What about.',
      required: false,
    });
  });

  test('are wired by prompt and argument, by template and variable; stubs suggest nothing', async () => {
    const { handlers } = await loadModule<Handlers>(project.folder, 'generated/handlers.ts');
    const { prompts, resourceTemplates } = handlers.completions ?? { prompts: {}, resourceTemplates: {} };
    expect(Object.entries(prompts).map(([name, members]) => [name, Object.keys(members)])).toEqual([
      ['recommend', ['reader', 'language']],
      ['ask', ['language']],
    ]);
    expect(Object.keys(resourceTemplates)).toEqual(['shop://books/{isbn}{?page,__proto__}']);
    expect(await prompts['recommend']?.['reader']?.('a', {})).toEqual([]);
    expect(await prompts['ask']?.['language']?.('g', {})).toEqual(['greek']);
    expect(await resourceTemplates['shop://books/{isbn}{?page,__proto__}']?.['isbn']?.('9', {})).toEqual([]);
  });

  test.each([
    [
      'of a prompt that is not static and has functions only are wired, too',
      'handler',
      { p: { a: expect.any(Function) } },
    ],
    ['that need no function leave no trace in the wiring', '[x]', undefined],
  ])('%s', async (_, complete, prompts) => {
    const other = await createProject({
      'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }\nprompts: { p: { description: d, arguments: { a: { description: d, complete: ${complete} } } } }\n`,
    });
    const { handlers } = await loadModule<Handlers>(other.folder, 'generated/handlers.ts');
    expect(handlers.completions).toEqual(prompts && { prompts, resourceTemplates: {} });
    const text = await readFile(path.join(other.folder, 'generated/handlers.ts'), 'utf8');
    expect(text.includes('ompletion')).toBe(prompts !== undefined);
  });

  test('that are implemented are no longer left to implement, and a wrong answer is a type error', async () => {
    const file = path.join(project.folder, 'handlers/completions/book-isbn.ts');
    const stub = await readFile(file, 'utf8');
    await writeFile(file, stub.replace('return [];', 'return { values: [value], hasMroe: true };'));
    expect((await regenerate()).write?.unimplemented).not.toContain('handlers/completions/book-isbn.ts');
    const printed = await typeCheck(project.folder);
    expect(printed).toContain("'hasMroe' does not exist in type 'CompletionResult'");
    expect(printed.trim().split('\n')).toHaveLength(1);
  });

  test('that are no longer defined leave their file, and it is named', async () => {
    const changed = definition.replace('isbn: { complete: handler }', 'isbn: {}');
    await writeFile(path.join(project.folder, 'definitions/shop.mcp.yaml'), changed);
    expect((await regenerate()).write?.orphans).toEqual(['handlers/completions/book-isbn.ts']);
  });
});
