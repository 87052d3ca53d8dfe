// Writes the reference pages from what the generator itself uses: node docs/generate.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { catalogue } from '../dist/generator/diagnostics/catalogue.js';

const docs = path.dirname(fileURLToPath(import.meta.url));
const schema = JSON.parse(readFileSync(path.join(docs, '..', 'templates', 'definition.schema.json'), 'utf8'));

const pages = { 'definition-format.md': renderFormat(schema), 'diagnostics.md': renderDiagnostics(catalogue) };

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

<!-- Generated from generator/diagnostics/catalogue.ts by docs/generate.mjs. -->

Codes are stable. Errors keep everything from being written; with \`--strict\` warnings are errors.

| code | severity | |
| --- | --- | --- |
${rows.join('\n')}
`;
}
