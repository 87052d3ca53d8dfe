import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { visible } from '../../../generator/core/diagnostics/format-diagnostics.js';
import { loadPackage } from '../../../generator/core/package/load-package.js';
import { readInputs } from '../../../generator/pipeline/read/read-inputs.js';
import { listingSource } from '../../../generator/tools/scaffold/source/listing-source.js';
import { parseJson } from '../../../generator/core/source/parse-json.js';
import { childOf, itemsOf } from '../../../generator/core/source/source-node.js';
import { mutateText, mutateValue, type Value } from '../engine/mutate.js';
import type { Target } from '../engine/target.js';
import { isDirty, Violation, withinBounds } from '../invariants.js';
import { listing } from './document-kinds.js';

/** Name and lists of a foreign server. */
interface Lists {
  readonly name: Value;
  readonly lists: Value;
}

const seed: Lists = {
  name: 'Foreign Server',
  lists: {
    ...(JSON.parse(listing) as object),
    prompts: [{ name: 'greet', title: 'Greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] }],
    resources: [{ uri: 'x://one', name: 'one', mimeType: 'text/plain', size: 3 }],
    resourceTemplates: [{ uriTemplate: 'x://{id}', name: 'item' }],
  },
};

const words = [
  ...'type object $ref #/$defs/A tools prompts resources resourceTemplates inputSchema outputSchema'.split(' '),
  ...'name description arguments required {{who}} ${x} */ __proto__ x://{ x://{?q*} #'.split(' '),
  '- ',
  ': ',
  ...'| &a *a !!js yes 0x1f 1e3 ~ null'.split(' '),
  '\\u202e',
  '\u202e',
  '\u001b[31m',
  '\u0085',
  '\ufeff',
];

let folder: string | undefined;

/** Descriptors of foreign servers, from which `--from-server` writes a definition: its YAML must be sound. */
export const servers: Target<Lists> = {
  name: 'servers',
  batch: 25,
  seeds: () => [seed],
  mutate: ({ name, lists }, other, random) =>
    random.chance(0.1)
      ? { name: mutateText(String(name), String(other.name), words, random), lists }
      : { name, lists: mutateValue(lists, other.lists, words, random) },
  run: async ({ name, lists }) => {
    const text = JSON.stringify(lists) ?? 'null';
    await withinBounds(text.length * 20, async () => {
      const { root } = parseJson('answer', text);
      const read = (key: string) => itemsOf(childOf(root, key));
      const source = listingSource(
        {
          tools: read('tools'),
          prompts: read('prompts'),
          resources: read('resources'),
          resourceTemplates: read('resourceTemplates'),
        },
        String(name),
      );
      const dirty = source.notes.map(visible).find(isDirty);
      if (dirty !== undefined) throw new Violation('clean reports', JSON.stringify(dirty));
      const files = source.listFiles({ name: 'fuzz', title: 'Fuzz', description: 'A copy.' }, loadPackage().render);
      await checkDefinition(files);
    });
    return 1;
  },
  close: async () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  },
};

async function checkDefinition(
  files: readonly { readonly path: string; readonly content: string | Uint8Array }[],
): Promise<void> {
  folder ??= mkdtempSync(path.join(tmpdir(), 'fuzz-'));
  mkdirSync(path.join(folder, 'definitions'), { recursive: true });
  for (const { path: file, content } of files) writeFileSync(path.join(folder, 'definitions', file), content);
  const options = { root: folder, definitions: 'definitions', strict: false };
  const { diagnostics } = await readInputs(options, new Map(), []);
  // Errors of the foreign server are the user's to fix; the text around them is ours.
  const error = diagnostics.find(({ code }) => code === 'syntax' || code === 'duplicate-key');
  if (error !== undefined) throw new Violation('diagnostics or files', `${error.code}: ${error.message}`);
}
