/** A change that a recipe of `ARCHITECTURE.md` describes, as a contributor would make it. */
export interface RecipeSample {
  /** Title of the recipe. */
  readonly recipe: string;
  /** Values of the placeholders in its paths, such as `<name>`. */
  readonly placeholders?: { readonly [placeholder: string]: string };
  /** Edits by file; a file that does not exist is given as an empty text. */
  readonly edits: { readonly [file: string]: (text: string) => string };
}

/** The protocol version that the sample adds. */
export const sampleVersion = '2027-01-01';

/** Inserts a text after the first match, or before it. */
function insert(where: 'after' | 'before', match: RegExp, added: string): (text: string) => string {
  return (text) => {
    const found = match.exec(text);
    if (found === null) throw new Error(`Nothing matches ${String(match)}: adapt test/architecture/recipe-samples.ts`);
    const at = found.index + (where === 'after' ? found[0].length : 0);
    return text.slice(0, at) + added + text.slice(at);
  };
}

/** Joins edits of one file. */
const all =
  (...edits: readonly ((text: string) => string)[]) =>
  (text: string): string =>
    edits.reduce((edited, edit) => edit(edited), text);

const create = (content: string) => (): string => content;

/** Edits a JSON file: any member may be read on the way to the changed one. */
// oxlint-disable-next-line typescript/no-explicit-any
function editJson(change: (value: any) => void): (text: string) => string {
  return (text) => {
    const value: unknown = JSON.parse(text);
    change(value);
    return `${JSON.stringify(value, null, 2)}\n`;
  };
}

const audience = { type: 'string', description: 'Readers of the results.' };

const definitionKey: RecipeSample = {
  recipe: 'a definition key',
  edits: {
    'generator/core/format.json': editJson(({ $defs }) => ($defs.Tool.properties.audience = audience)),
    'generator/features/apis/format.json': editJson(
      ({ $defs }) => ($defs.ApiTool.schema.properties.audience = audience),
    ),
    'generator/core/model/tool-settings.ts': insert('before', /\} as const;/u, "  audience: 'string',\n"),
    'runtime/core/api/definition.ts': insert(
      'after',
      /export interface ToolDefinition \{\n/u,
      '  readonly audience?: string;\n',
    ),
    'generator/feature-kit/changes/change-rules.ts': insert(
      'before',
      / *'coercion-added'/u,
      "  'audience-changed': ['compatible', 'compatible', 'Readers of the results changed.'],\n",
    ),
    'generator/outputs/diff/diff-entries.ts': insert(
      'before',
      / *changes\.addValue\(recent\.coerce/u,
      "  changes.addValue('audience-changed', 'audience', old.audience, recent.audience);\n",
    ),
  },
};

const diagnostic: RecipeSample = {
  recipe: 'a diagnostic',
  edits: {
    'generator/core/diagnostics/diagnostic-table.ts': insert(
      'after',
      /export const diagnosticTable = \{\n/u,
      "  'loud-title': { severity: 'warning', about: 'A title in capitals.' },\n",
    ),
    'generator/pipeline/check/check-descriptors.ts': all(
      insert('after', /return \[\n/u, '      ...entries.flatMap(checkLoudTitle),\n'),
      (text) => `${text}
function checkLoudTitle(entry: SourceNode): readonly Diagnostic[] {
  const title = childOf(entry, 'title');
  const isLoud = title?.kind === 'scalar' && /^[A-Z ]{4,}$/u.test(String(title.value));
  return isLoud ? [createDiagnostic('loud-title', title.location, 'The title is in capitals.')] : [];
}
`,
    ),
    'test/definitions/diagnostics.tsv': (text) => `${text}a loud title\ttool title: LOUD\tloud-title 5:12\n`,
  },
};

const option: RecipeSample = {
  recipe: 'a CLI option',
  placeholders: { command: 'generate' },
  edits: {
    'generator/cli/generate-command.ts': all(
      insert('after', /const options = \{\n/u, "  quiet: { ...flagOption, describe: 'Print errors only' },\n"),
      insert(
        'after',
        /async function runGenerate\(.*\n/u,
        '  if (args.quiet) return runGenerate({ ...args, quiet: false }, { ...io, writeOut: () => {} });\n',
      ),
    ),
  },
};

const feature: RecipeSample = {
  recipe: 'a feature',
  placeholders: { name: 'motto' },
  edits: {
    'generator/features/motto/feature.ts': create(`import { PartKey } from '../../core/model/part-key.js';
import { memberViews } from '../../core/code/json-expression.js';
import { stringAt } from '../../core/source/source-node.js';
import type { Feature } from '../../feature-kit/feature.js';

const mottoPart = new PartKey<string>('motto');

/** Motto of a tool. */
export const motto: Feature = {
  name: 'motto',
  readTool(tool, node) {
    const text = stringAt(node, 'motto');
    return text === undefined ? tool : mottoPart.on(tool, text);
  },
  toolMembers: (tool) => memberViews({ motto: mottoPart.of(tool) }),
};
`),
    'generator/features/motto/format.json': create(
      JSON.stringify({ keys: { Tool: { motto: { schema: { type: 'string', description: 'Motto of the tool.' } } } } }),
    ),
    'generator/features.ts': all(
      insert('before', /\n\/\*\*/u, "import { motto } from './features/motto/feature.js';\n"),
      insert('before', /\];/u, '  motto,\n'),
    ),
  },
};

const method: RecipeSample = {
  recipe: 'a protocol method',
  placeholders: { method: 'count-tools' },
  edits: {
    'runtime/wire/methods.ts': insert('before', /\]\);/u, "  ['tools/count', { servedBy: 'handlers' }],\n"),
    'runtime/core/calls/serve-feature.ts': all(
      insert('before', /import \{ getPrompt/u, "import { countTools } from './count-tools.js';\n"),
      insert('before', / *\['prompts\/get', getPrompt\]/u, "  ['tools/count', countTools],\n"),
    ),
    'runtime/core/calls/count-tools.ts': create(`import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';

/** Serves \`tools/count\`. */
export function countTools({ definition }: Service): ResultBody {
  return { members: \`"count":\${definition.tools.names.length}\` };
}
`),
  },
};

const lintRule: RecipeSample = {
  recipe: 'a lint rule',
  placeholders: { name: 'shouting' },
  edits: {
    'generator/features/lint/diagnostics.ts': insert(
      'after',
      /diagnosticRules\(\{\n/u,
      "  'lint-shouting': { severity: 'warning', about: 'A description in capitals.' },\n",
    ),
    'generator/features/lint/rules/shouting.ts': create(`import type { LintFinding } from '../lint-rule.js';
import type { LintedServer } from '../linted-server.js';

/** Finds descriptions in capitals. */
export function findShouting({ tools }: LintedServer): readonly LintFinding[] {
  return tools.flatMap(({ name, description, textPlace }) =>
    /^[A-Z .]{4,}$/u.test(description) ? [{ entry: name, place: textPlace, message: 'The description is in capitals.' }] : [],
  );
}
`),
    'generator/features/lint/rules.ts': all(
      insert('before', /import \{ findUnguided/u, "import { findShouting } from './rules/shouting.js';\n"),
      insert('before', / *'lint-call-order'/u, "  'lint-shouting': { find: findShouting },\n"),
    ),
    'generator/features/lint/format.json': editJson(({ $defs }) => {
      $defs.Lint.schema.properties['lint-shouting'] = { $ref: '#/$defs/LintSetting' };
    }),
    'test/lint/rules.tsv': (text) =>
      `${text}lint-shouting\ta loud text\ttools:\\n  t:\\n    description: BAKES.\\n\t4:5\nlint-shouting\ta quiet text\ttools:\\n  t:\\n    description: Bakes.\\n\n`,
  },
};

const version: RecipeSample = {
  recipe: 'a protocol version',
  edits: {
    'runtime/wire/protocol-versions.ts': all(
      insert('after', /export type Modern\w+ = '2026-07-28'/u, ` | '${sampleVersion}'`),
      insert('after', /export const modern\w+: [^=]*= \['2026-07-28'/u, `, '${sampleVersion}'`),
    ),
    'runtime/wire/protocol-features.ts': insert(
      'after',
      /'2026-07-28': listFeatures\('2026-07-28'\),\n/u,
      `  '${sampleVersion}': listFeatures('${sampleVersion}'),\n`,
    ),
    'generator/tools/dev-ui/browser/protocol/protocol-version.ts': insert(
      'before',
      /'2026-07-28', '2025-11-25'/u,
      `'${sampleVersion}', `,
    ),
  },
};

const target: RecipeSample = {
  recipe: 'a package target',
  placeholders: { name: 'notes' },
  edits: {
    'generator/tools/packages/notes/notes-target.ts': create(`import type { PackageTarget } from '../target.js';

/** A text file. */
export const notesTarget: PackageTarget = {
  name: 'notes',
  summary: 'notes about the server',
  plan: ({ model }) => ({ files: [{ path: 'notes.txt', content: \`\${model.server.name}\\n\` }], problems: [] }),
};
`),
    'generator/tools/packages/targets.ts': all(
      insert('before', /import \{ npmTarget/u, "import { notesTarget } from './notes/notes-target.js';\n"),
      insert('before', / *\.\.\.workerTargets/u, '  notesTarget,\n'),
    ),
  },
};

const store: RecipeSample = {
  recipe: 'a store',
  placeholders: { name: 'board' },
  edits: {
    'runtime/features/stores/board/index.ts': create(`import type { Stores } from '../../../core/api/store.js';
import { BoardStore } from './board-store.js';

/** Stores on a board. */
export function board(): Stores {
  return { shared: new BoardStore() };
}
`),
    'runtime/features/stores/board/board-store.ts':
      create(`import { MemoryStore } from '../../../core/sharing/memory-store.js';

/** A store that the processes of a test share. */
export class BoardStore extends MemoryStore {}
`),
    'runtime/core/sharing/open-stores.ts': insert('after', /const variables = \{/u, " MCP_BOARD: 'board',"),
    'generator/features/stores/stores-part.ts': all(
      insert('after', /export type StoreKind = /u, "'board' | "),
      insert(
        'before',
        / *redis: \[/u,
        "  board: [{ name: 'MCP_BOARD', description: 'Name of the board.', isNeeded: true }],\n",
      ),
    ),
    'generator/features/stores/feature.ts': all(
      insert('after', /const kinds: [^=]*= \[/u, "'board', "),
      insert('before', / *if \(kind === 'redis'\)/u, "    if (kind === 'board') return [];\n"),
    ),
    'generator/features/stores/format.json': editJson(({ keys: { Server } }) => {
      for (const { schema } of Object.values<{ schema: { enum?: string[] } }>(Server)) schema.enum?.push('board');
    }),
    'build/runtime.mjs': insert('before', / *redis: \['features/u, "  board: ['features/stores/board/'],\n"),
    'package.json': editJson(({ exports }) => {
      exports['./runtime/board'] = {
        types: './dist/runtime/features/stores/board/index.d.ts',
        default: './dist/runtime/bundled/board.js',
      };
    }),
  },
};

/** A sample of each recipe. */
export const recipeSamples: readonly RecipeSample[] = [
  definitionKey,
  diagnostic,
  option,
  feature,
  lintRule,
  method,
  version,
  target,
  store,
];
