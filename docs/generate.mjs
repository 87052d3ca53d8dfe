// Writes the reference pages from what the generator itself uses: node docs/generate.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { diagnosticTable } from '../dist/generator/diagnostics/diagnostic-table.js';
import { changeRules, schemaRules } from '../dist/generator/diff/change-rules.js';
import { clientProfiles } from '../dist/generator/profiles/client-profiles.js';
import { profileRules } from '../dist/generator/profiles/profile-rules.js';

const docs = path.dirname(fileURLToPath(import.meta.url));
const schema = JSON.parse(readFileSync(path.join(docs, '..', 'templates', 'definition.schema.json'), 'utf8'));

const pages = {
  'definition-format.md': renderFormat(schema),
  'diagnostics.md': renderDiagnostics(diagnosticTable),
  'diff.md': renderDiff(changeRules, schemaRules),
  'profiles.md': renderProfiles(clientProfiles, profileRules),
};

for (const [name, text] of Object.entries(pages)) {
  const file = path.join(docs, name);
  const page = await format(text, { parser: 'markdown', printWidth: 120 });
  if (!process.argv.includes('--check')) {
    writeFileSync(file, page);
  } else if (readFileSync(file, 'utf8').replaceAll('\r\n', '\n') !== page) {
    console.error(`docs/${name} is not what its source says: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}

/** One section for the file itself, one for every definition of the schema that has properties. */
function renderFormat({ description, $defs, ...root }) {
  const sections = Object.entries($defs)
    .filter(([name, definition]) => definition.properties && name !== 'JsonSchema')
    .map(([name, definition]) => `## ${name}\n\n${definition.description ?? ''}\n\n${renderTable(definition)}`);
  return `# The definition format

<!-- Generated from templates/definition.schema.json by docs/generate.mjs. -->

${description}

YAML and JSON are read alike; keys keep their spelling and their order. A file that begins with

\`\`\`yaml
# yaml-language-server: $schema=../node_modules/create-mcp-from-schema/templates/definition.schema.json
\`\`\`

is completed and checked by editors.

Tools are also made of [OpenAPI documents](openapi.md) and of [scripts and descriptors of BotServer](botserver.md) in the same folder.

## The file

${renderTable(root)}

${sections.join('\n\n')}

## Schemas

${$defs.JsonSchema.description} \`#/$defs/Name\` means the schema's own \`$defs\` if it has that name there, else those of
the file; \`./file.yaml#/$defs/Name\` is another definition or schema file. Nothing is fetched, and no reference may lead
out of the definitions folder. An \`$id\` at the root of a file is an address of that file; inside a file it is no base for
references. A \`$dynamicRef\` is the same as a \`$ref\` and needs the only \`$dynamicAnchor\` of its name. Every descriptor on the wire is self-contained. Unknown keywords are passed on.

## Placeholders

In the messages of a static prompt \`{{name}}\` stands for the argument of that name. Placeholders are filled once: what
an argument holds is never looked through again. A missing argument is empty, and \`\\{{\` is a literal \`{{\`.
`;
}

function renderTable({ properties, required = [] }) {
  const rows = Object.entries(properties).map(([name, property]) => {
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

<!-- Generated from generator/diagnostics/diagnostic-table.ts by docs/generate.mjs. -->

Codes are stable. Errors keep everything from being written; with \`--strict\` warnings are errors.

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
    const note = isOptIn ? '\n\nLooked at only when it is named.' : '';
    return `### ${name}\n\n${title}.${note}\n\n| rule | severity | | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
  });
  return `# What clients take, and what tools cost

<!-- Generated from generator/profiles/ by docs/generate.mjs. -->

MCP allows more than the clients and model providers behind it take: one schema that they refuse can make a whole server
useless to them. And every tool is read by the model at the start of every conversation.

## inspect

\`create-mcp-from-schema inspect\` reads the definitions (and writes nothing) and prints

- what each tool, prompt, resource and template costs in bytes, as on the wire, for the latest legacy revision and for the
  modern one, with the toolsets of tools, and what is served when nobody chooses toolsets;
- the tokens of each tool: of its name, description and input schema, which is what a model gets to read. They are counted
  by \`gpt-tokenizer\` or \`js-tiktoken\` (encoding \`o200k_base\`) where the project has one of them installed; else they are
  estimated, to within 10 % for the tools of a server;
- what clients refuse or cut, where it stands, and whether \`generate --profile\` adapts it.

| option | |
| --- | --- |
| \`--profile gemini\` | clients to look at; may be repeated; default: all but those to be named; \`none\` |
| \`--sort tokens\` | dearest tools first; also \`bytes\`, \`name\` |
| \`--fail-on error\` | exit with 1 when clients refuse something; \`warning\`: when there is any finding; default: \`never\` |
| \`--json\` | the report for programs, with all findings |

\`--definitions\`, \`--handlers\`, \`--out\`, \`--root\`, \`--allow-remote\` and \`--allow-outside\` are those of \`generate\`. The exit code is 2
for definitions with errors.

## generate --profile

\`create-mcp-from-schema generate --profile gemini --profile cursor\` adapts the descriptors of tools to the restrictions of
all these clients, and reports an error, with its place in the definition, for what cannot be adapted. The choice is kept in
\`generated/manifest.json\`, so that \`generate\`, \`generate --check\` and \`dev\` go on with it; \`--profile none\` ends it.

An adapted schema accepts every value that the definition accepts, and may accept more. The server enforces the definition
all the same, and its answer says what was wrong; descriptions mention the keywords that were dropped. Where alternatives
become one object, a schema that lists properties is assumed to have no others, unless it allows them. Output schemas are not
adapted: clients validate results with them, and models do not read them. Operations that clients find through
\`mode: discover\` are not adapted either.

## Rules

| rule | | with \`--profile\` |
| --- | --- | --- |
${ruleRows.join('\n')}

## Profiles

As documented or reported by October 2026. \`{server}\` stands for the name of the server; users may call it otherwise.

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

<!-- Generated from generator/diff/change-rules.ts by docs/generate.mjs. -->

\`create-mcp-from-schema diff <old> [new]\` says what changed between two versions of the definitions, whom it breaks, and
which version the server should have.

| version | |
| --- | --- |
| \`../shop\` | a project; \`--definitions\` names its definitions folder |
| \`definitions/shop\` | a definitions folder |
| \`shop.mcp.yaml\` | a definition, with what it refers to |
| \`v1.0.0\`, \`git:v1.0.0\` | the definitions folder in a revision of git; a file or folder of that name goes first without \`git:\` |
| \`git:v1.0.0:services/shop\` | a project, definitions folder or definition in a revision |

Without \`new\` the same place of the working tree is compared: \`create-mcp-from-schema diff v1.0.0\` before a release.

| option | |
| --- | --- |
| \`--fail-on breaking\` | exit with 1 when a change breaks clients (the default); \`may-break\`: or may; \`any\`: when there is one; \`never\` |
| \`--json\` | the report for programs |
| \`--definitions mcp\` | another name of the definitions folder |

The exit code is 0, 1 for changes that \`--fail-on\` names, and 2 for wrong usage and definitions with errors.

## What is compared

The models, not the texts: moving a definition to another file, another order of keys, or a \`$ref\` instead of what it
refers to is no change or \`schema-rewritten\`. A tool, prompt, resource or template with another name is one that is gone
and one that is new. A change of a shared schema is told once, with all that it is a change of.

Each change has a severity for clients (\`breaking\`, \`may-break\`, \`compatible\`, \`documentation\`) and one for the handlers
that were written for the old version (\`breaking\`, \`may-break\`, \`compatible\`; where an entry is static nothing breaks). It
stands at its place in the new files, or in the old ones for what is gone.

## The version

Breaking changes ask for a major version, compatible ones and those that may break for a minor one, documentation for a
patch; below 1.0.0 breaking changes ask for a minor version and others for a patch.

## Rules

| rule | clients | handlers | |
| --- | --- | --- | --- |
${changeRows.join('\n')}

## Rules for schemas

Clients break when the server refuses arguments that it accepted before (the schema is *narrower*) and when they get
results that they never got before (it is *wider*). Handlers break the other way round. Each rule looks at one keyword, or
at a few that belong together: a change is breaking if it makes the schema narrower, or wider, as the table says, and
compatible if it certainly does not. A change is \`may-break\` where the rule cannot decide: another \`pattern\`,
\`anyOf\` and \`oneOf\` whose members overlap, a property that moves into a member of \`allOf\`, …. *at least* names a
severity that the change has in any case.

Objects are assumed to have no properties beyond those that their schema lists, unless the schema allows others explicitly
(\`additionalProperties: true\` or a schema). So a new optional property is compatible. The answers of users to a question
(\`elicitations\`) are input for handlers; for clients a change of such a form is compatible.

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

\`help\`, \`location\`, \`alsoIn\` (a list of subjects), \`suggested\` and \`isEnough\` are left out where there is nothing to say.
`;
}

function showWeight(weight) {
  const [, effect, least] = /^(narrows|widens)(-or-may-break)?$/.exec(weight) ?? [];
  if (effect === undefined) return weight;
  return `if ${effect === 'narrows' ? 'narrower' : 'wider'}${least ? ', at least may-break' : ''}`;
}
