// Writes the reference pages from what the generator itself uses, and the place of each page in the book:
//   node docs/generate.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { diagnosticTable } from '../dist/generator/core/diagnostics/diagnostic-table.js';
import { changeRules, schemaRules } from '../dist/generator/feature-kit/changes/change-rules.js';
import { features } from '../dist/generator/features.js';
import { clientProfiles } from '../dist/generator/pipeline/profiles/client-profiles.js';
import { profileRules } from '../dist/generator/pipeline/profiles/profile-rules.js';
import { addPlace, listMissing, listPages } from './add-places.mjs';

const docs = path.dirname(fileURLToPath(import.meta.url));
const schema = JSON.parse(readFileSync(path.join(docs, '..', 'templates', 'definition.schema.json'), 'utf8'));

const pages = {
  'definition-format.md': renderFormat(schema),
  'diagnostics.md': renderDiagnostics({
    ...diagnosticTable,
    ...byName('diagnostics', ({ code, ...row }) => [code, row]),
  }),
  'diff.md': renderDiff(
    {
      ...changeRules,
      ...byName('changes', ({ rule, clients, handlers, about }) => [rule, [clients, handlers, about]]),
    },
    schemaRules,
  ),
  'profiles.md': renderProfiles(clientProfiles, profileRules),
};

/** Rows that features bring along. */
function byName(hook, entryOf) {
  return Object.fromEntries(features.flatMap((feature) => feature[hook] ?? []).map(entryOf));
}

for (const { file } of listPages()) {
  const written = readFileSync(path.join(docs, file), 'utf8').replaceAll('\r\n', '\n');
  const options = { parser: 'markdown', printWidth: 120, singleQuote: true };
  const page = pages[file] === undefined ? written : await format(pages[file], options);
  const text = addPlace(file, page);
  if (text === written) continue;
  if (!process.argv.includes('--check')) {
    writeFileSync(path.join(docs, file), text);
  } else {
    console.error(`docs/${file} is not what its source says: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}
for (const file of listMissing()) {
  console.error(`docs/README.md does not name ${file}: add it to the contents.`);
  process.exitCode = 1;
}

/** One section for the file itself, one for every definition of the schema that has properties. */
function renderFormat({ description, $defs, ...root }) {
  const sections = Object.entries($defs)
    .filter(([name, definition]) => definition.properties && name !== 'JsonSchema')
    .map(([name, definition]) => `## ${name}\n\n${definition.description ?? ''}\n\n${renderTable(definition)}`);
  return `# The definition format

<!-- Generated from templates/definition.schema.json by docs/generate.mjs. -->

${description}

YAML and JSON files have the same keys. The generator keeps the spelling and the order of your keys. To let your editor complete
and check a definition, begin the file with this line:

\`\`\`yaml
# yaml-language-server: $schema=../generated/definition.schema.json
\`\`\`

[OpenAPI documents](openapi.md) and [scripts and descriptors of BotServer](botserver.md) in the same folder become tools, too.

## The file

${renderTable(root)}

${sections.join('\n\n')}

## Schemas

${$defs.JsonSchema.description}

- \`#/$defs/Name\` refers to the schema's own \`$defs\` if they contain that name. Otherwise it refers to the \`$defs\` of the file.
- \`./file.yaml#/$defs/Name\` refers to another definition or schema file.
- A reference must not leave the definitions folder, and nothing is fetched. The options
  [\`--allow-outside\` and \`--allow-remote\`](openapi.md#files-elsewhere) of the command line allow other folders and hosts.
- An \`$id\` at the root of a file is another address of that file. An \`$id\` deeper in a file does not change how references are
  resolved.
- A \`$dynamicRef\` works like a \`$ref\`. It is an error when its document has several \`$dynamicAnchor\`s of that name.
- Every descriptor that a client gets is self-contained: it contains all schemas that it refers to.
- Unknown keywords are sent to clients unchanged.

## Placeholders

In the messages of a static prompt, \`{{name}}\` is replaced by the argument of that name. A missing argument is empty. The
server does not replace placeholders inside the values of arguments. Write \`\\{{\` for a literal \`{{\`.
`;
}

function renderTable({ properties, required = [], allOf = [] }) {
  const rows = Object.entries({ ...properties, ...mergeBranches(allOf) }).map(([name, property]) => {
    const target = property.$ref?.replace('#/$defs/', '');
    const resolved = { ...(target && schema.$defs[target]), ...property };
    const fields = Object.entries(resolved.items?.properties ?? {}).map(
      ([key, { description }]) => `\`${key}\`: ${description}`,
    );
    const text = [resolved.description ?? '', ...fields].join(' ');
    return `| \`${name}\`${required.includes(name) ? ' *' : ''} | ${renderType(property)} | ${text.replaceAll('|', '\\|')} |`;
  });
  return `| key | value | |\n| --- | --- | --- |\n${rows.join('\n')}\n\n${required.length > 0 ? '\\* required' : ''}`;
}

/** Properties that depend on `type`, with the types that have them, where not all do. */
function mergeBranches(branches) {
  const merged = {};
  for (const { if: condition, then } of branches) {
    for (const [name, property] of Object.entries(then.properties)) {
      if (property === true) continue;
      const kind = condition.properties.type.const;
      merged[name] ??= { kinds: [], types: [], properties: [] };
      merged[name].kinds.push(kind);
      merged[name].types.push(property.type ?? 'string');
      merged[name].properties.push(property);
    }
  }
  return Object.fromEntries(
    Object.entries(merged).map(
      ([
        name,
        {
          kinds,
          types,
          properties: [first],
        },
      ]) => {
        const only =
          kinds.length < branches.length ? `With \`type\` ${kinds.map((kind) => `\`${kind}\``).join(' or ')}.` : '';
        const description = [first.description, only].filter(Boolean).join(' ');
        const several = [...new Set(types)];
        return [name, several.length > 1 ? { type: several, description } : { ...first, description }];
      },
    ),
  );
}

function renderType(property) {
  const target = property.$ref?.replace('#/$defs/', '');
  if (target === 'JsonSchema') return '[schema](#schemas)';
  if (target)
    return schema.$defs[target].properties ? `[${target}](#${target.toLowerCase()})` : typeOf(schema.$defs[target]);
  const members = property.additionalProperties?.$ref ?? property.items?.$ref;
  if (!members) return typeOf(property);
  return `${typeOf(property)} of ${renderType({ $ref: members })}`;
}

function typeOf({ type, enum: values }) {
  return values ? values.map((value) => `\`${value}\``).join(', ') : [type ?? 'any'].flat().join(' or ');
}

function renderDiagnostics(codes) {
  const rows = Object.entries(codes).map(([code, { severity, about }]) => `| \`${code}\` | ${severity} | ${about} |`);
  return `# Diagnostics

<!-- Generated from generator/core/diagnostics/diagnostic-table.ts and the features by docs/generate.mjs. -->

Every error and warning of the generator has a code. Codes do not change between versions. When there is an error, \`generate\`
writes nothing (except with \`--keep-going\`). With \`--strict\`, warnings are errors.

| code | severity | |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function renderProfiles(profiles, rules) {
  const ruleRows = Object.entries(rules).map(
    ([rule, { about, adaptation }]) =>
      `| \`${rule}\` | ${about} | ${adaptation ?? 'Nothing: change the definition.'} |`,
  );
  const sections = profiles.map(({ name, title, isOptIn, restrictions }) => {
    const rows = Object.entries(restrictions).map(
      ([rule, { severity, source, ...settings }]) =>
        `| \`${rule}\` | ${severity} | ${showSettings(settings)} | [source](${source}) |`,
    );
    const note = isOptIn ? '\n\nChecked only when `--profile` names it.' : '';
    return `### ${name}\n\n${title}.${note}\n\n| rule | severity | | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
  });
  return `# Client profiles and the cost of tools

<!-- Generated from generator/pipeline/profiles/ by docs/generate.mjs. -->

Some clients and model providers refuse tools that MCP allows. One refused schema can make all tools of a server unusable in
such a client. Tools also cost tokens: the model reads every tool at the start of every conversation. \`inspect\` shows both
problems; \`generate --profile\` adapts the tools.

## inspect

To check a server, run \`create-mcp-from-schema inspect\`. It writes no files. It prints

- the size of each tool, prompt, resource and template in bytes, as a client gets it: in the latest legacy revision (2025-11-25)
  and in the modern one (2026-07-28). It also prints the toolsets of each tool, and what a server without chosen toolsets serves.
- for each toolset the number of its tools, their bytes and tokens, and the clients that take fewer tools than a server with this
  toolset lists. For toolsets of an API with more than 60 tools it proposes smaller ones, by path, as YAML for the definition.
- the tokens of each tool, counted in its name, description and input schema: the text that the model reads. If the project has
  \`gpt-tokenizer\` or \`js-tiktoken\` installed, one of these counts the tokens (encoding \`o200k_base\`). Otherwise they are estimated;
  for all tools of a server together, the estimate is within 10 % of the count.
- what each client refuses or shortens, its place in the definition, and whether \`generate --profile\` can adapt it.

| option | |
| --- | --- |
| \`--profile gemini\` | a profile to check; may be repeated; \`none\` checks no profile; default: all except those marked below |
| \`--sort tokens\` | order of the tools: most tokens first; also \`bytes\`, \`name\` and \`definition\` (default) |
| \`--fail-on error\` | exit code 1 when a client refuses something; \`warning\`: when there is any finding; default: \`never\` |
| \`--json\` | print the report as JSON, with all findings |

\`--definitions\`, \`--handlers\`, \`--generated\`, \`--root\`, \`--allow-host\` and \`--allow-folder\` mean the same as in \`generate\`. The exit
code is 2 when the definitions have errors.

## generate --profile

To adapt the tools to some clients, run \`create-mcp-from-schema generate --profile gemini --profile cursor\`. The descriptors
then comply with the restrictions of all these clients. Where a descriptor cannot be adapted, the run reports an error with the
place in the definition.

- The chosen profiles are stored in \`generated/manifest.json\`. Later runs of \`generate\`, \`generate --check\` and \`dev\` use them
  again. To stop adapting, run \`generate --profile none\`.
- An adapted schema accepts every value that the definition accepts, and may accept more. The server still enforces the
  definition: a model that sends a wrong value gets an error that says what is wrong.
- Descriptions mention the keywords that were removed.
- When alternatives become one object, each alternative that lists properties is taken to allow no others, unless it says so.
- The name of a tool that the generator made for an operation of an API is shortened to what the prefix of the client leaves: its
  beginning, and a hash. The manifest stores it, so that later runs keep it, without the profile too. Types, handler files and keys in
  definitions keep the whole name. Names that a definition sets are only reported.
- Output schemas are not adapted: clients validate results with them, and models do not read them.
- Operations that clients find through \`mode: discover\` are not adapted.

## Rules

| rule | | with \`--profile\` |
| --- | --- | --- |
${ruleRows.join('\n')}

## Profiles

These restrictions were documented or reported by October 2026; each row links to its source. \`{server}\` stands for the name of
the server. Users may choose another name in their client.

${sections.join('\n\n')}
`;
}

function showSettings(settings) {
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        `${name}: ${[value]
          .flat()
          .map((one) => `\`${one}\``)
          .join(', ')}`,
    )
    .join('; ')
    .replaceAll('|', '\\|');
}

function renderDiff(changes, schemas) {
  const changeRows = Object.entries(changes).map(
    ([rule, [clients, handlers, about]]) => `| \`${rule}\` | ${clients} | ${handlers} | ${about} |`,
  );
  const schemaRows = Object.entries(schemas).map(
    ([rule, { input, output, about }]) =>
      `| \`${rule}\` | ${[...input, ...output].map(showWeight).join(' | ')} | ${about} |`,
  );
  return `# Comparing versions

<!-- Generated from generator/feature-kit/changes/change-rules.ts and the features by docs/generate.mjs. -->

To see what changed between two versions of the definitions, run \`create-mcp-from-schema diff <old> [new]\`. It prints each
change, says whether the change breaks clients or handlers, and suggests the next version number of the server. For example,
run \`create-mcp-from-schema diff v1.0.0\` before a release.

\`<old>\` and \`[new]\` can be:

| version | |
| --- | --- |
| \`../shop\` | a project; \`--definitions\` sets the name of its definitions folder |
| \`definitions/shop\` | a definitions folder |
| \`shop.mcp.yaml\` | a definition and the files that it refers to |
| \`v1.0.0\`, \`git:v1.0.0\` | the definitions folder in a git revision; \`git:\` is needed if a file or folder has the same name |
| \`git:v1.0.0:services/shop\` | a project, definitions folder or definition in a git revision |

Without \`[new]\`, \`diff\` compares \`<old>\` with the same path in the working tree.

| option | |
| --- | --- |
| \`--fail-on breaking\` | exit code 1 when a change breaks clients (default); \`may-break\`: breaks or may break; \`any\`: any change; \`never\` |
| \`--json\` | print the report as JSON |
| \`--definitions mcp\` | name of the definitions folder; default: \`definitions\` |

The exit code is 0, or 1 for the changes that \`--fail-on\` names, or 2 for wrong usage and for definitions with errors.

## What is compared

\`diff\` compares the meaning of the definitions, not their text. Moving a definition to another file, changing the order of keys, or
replacing a schema by a \`$ref\` to it is no change, or the change \`schema-rewritten\`. A renamed tool, prompt, resource or template
is reported as one that is gone and one that is new. A change of a shared schema is reported once, with all entries that use it.

Scopes are compared by who has access: \`scopes-raised\` is for callers who met the old needs and do not meet the new ones, with \`implies\`
and \`required\` of both versions. Texts of \`auth\` that name environment variables are compared as they are written.

A change of \`server.environment\` is one for clients: for the configurations, packages and containers that start the server. A new required
variable is \`breaking\`, because the server does not start without it.

Each change has two severities:

- for clients: \`breaking\`, \`may-break\`, \`compatible\` or \`documentation\`;
- for handlers that were written for the old version: \`breaking\`, \`may-break\` or \`compatible\`. Static entries have no handler,
  so their changes are \`compatible\` here.

Each change has a location: its place in the new files or, for something that is gone, its place in the old files.

## The version

| worst change for clients | suggested version | below 1.0.0 |
| --- | --- | --- |
| \`breaking\` | major | minor |
| \`may-break\`, \`compatible\` | minor | patch |
| \`documentation\` | patch | patch |

## Rules

| rule | clients | handlers | |
| --- | --- | --- | --- |
${changeRows.join('\n')}

## Rules for schemas

A schema becomes _narrower_ when it refuses values that it accepted before, and _wider_ when it accepts values that it refused
before. A narrower input schema breaks clients: the server refuses their arguments. A wider output schema breaks clients, too: they
get results that they never got before. For handlers it is the reverse: wider input and narrower output break them.

Each rule looks at one keyword or at a few that belong together. The table says which effect breaks whom. A change that certainly
does not have this effect is \`compatible\`. A change is \`may-break\` when the rule cannot decide: another \`pattern\`, an \`anyOf\`
or \`oneOf\` whose members overlap, or a property that moves into a member of \`allOf\`. _At least may-break_ means that the change
is never \`compatible\`.

An object schema is taken to allow only the properties that it lists, unless it allows others explicitly
(\`additionalProperties: true\` or a schema). A new optional property is therefore compatible. Answers of users to a question
(\`elicitations\`) are input of the handler. For clients, a change of such a form is compatible.

| rule | input: clients | input: handlers | output: clients | output: handlers | |
| --- | --- | --- | --- | --- | --- |
${schemaRows.join('\n')}

## The report as JSON

\`\`\`json
{
  "old": { "label": "v1.0.0", "version": "1.0.0" },
  "new": { "label": "working tree", "version": "1.1.0" },
  "changes": [
    {
      "rule": "limit-tightened",
      "clients": "breaking",
      "handlers": "compatible",
      "subject": { "kind": "tool", "name": "find_books", "part": "input", "path": "limit" },
      "message": "\`maximum: 20\` instead of \`maximum: 50\`",
      "location": { "side": "new", "file": "definitions/bookshop.mcp.yaml", "line": 19, "column": 40 }
    }
  ],
  "summary": {
    "clients": { "breaking": 1, "may-break": 0, "compatible": 0, "documentation": 0 },
    "handlers": { "breaking": 0, "may-break": 0, "compatible": 1 }
  },
  "version": { "bump": "major", "suggested": "2.0.0", "isEnough": false }
}
\`\`\`

\`help\`, \`location\`, \`alsoIn\` (a list of other subjects with the same change), \`suggested\` and \`isEnough\` are missing when they have no value.
`;
}

function showWeight(weight) {
  const [, effect, least] = /^(narrows|widens)(-or-may-break)?$/.exec(weight) ?? [];
  if (effect === undefined) return weight;
  return `if ${effect === 'narrows' ? 'narrower' : 'wider'}${least ? ', at least may-break' : ''}`;
}
