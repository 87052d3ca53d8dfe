/** Renders docs/definition-format.md: one section for the file, one for every definition of the schema that has properties. */
export function renderFormat({ description, $defs, ...root }) {
  const sections = Object.entries($defs)
    .filter(([name, definition]) => definition.properties && name !== 'JsonSchema')
    .map(([name, definition]) => `## ${name}\n\n${definition.description ?? ''}\n\n${renderTable(definition, $defs)}`);
  return `# Definition format

<!-- Generated from templates/definition.schema.json by docs/generate.mjs. -->

${description}

YAML and JSON files have the same keys. The generator keeps the spelling and the order of your keys. To get completion and validation in
your editor, start the file with this line:

\`\`\`yaml
# yaml-language-server: $schema=../generated/definition.schema.json
server: { name: bookshop, version: 1.0.0 }
tools:
  find_books: { description: Searches the catalog. }
\`\`\`

[OpenAPI documents](openapi.md) and [BotServer scripts](migrating.md#botserver) in the same folder become tools, too. \\* marks required keys.

## File

${renderTable(root, $defs)}

${sections.join('\n\n')}

## Schemas

${$defs.JsonSchema.description}

- \`#/$defs/Name\` refers to the schema's own \`$defs\` if they contain that name, else to the \`$defs\` of the file.
- \`./file.yaml#/$defs/Name\` refers to another definition or schema file.
- A reference must not leave the definitions folder, and nothing is fetched, unless
  [\`--allow-folder\` or \`--allow-host\`](openapi.md#other-files-and-hosts) allows it.
- An \`$id\` at the root of a file is another address of that file. An \`$id\` deeper in a file does not change how references resolve.
- A \`$dynamicRef\` works like a \`$ref\`. It is an error if its document has several \`$dynamicAnchor\`s of that name.
- Every descriptor that a client gets is self-contained: it includes all schemas that it refers to.
- Unknown keywords are sent to clients unchanged.

## Placeholders

In the messages of a static prompt and in a static \`result\`, \`{{name}}\` is replaced with the argument of that name, or with nothing if the
argument is missing. Values other than strings become JSON.
Placeholders inside the values of arguments are not replaced. Write \`\\{{\` for a literal \`{{\`.
`;
}

function renderTable({ properties, required = [], allOf = [] }, $defs) {
  const rows = Object.entries({ ...properties, ...mergeBranches(allOf) }).map(([name, property]) => {
    const star = required.includes(name) ? ' \\*' : '';
    return `| \`${name}\`${star} | ${renderType(property, $defs)} | ${describe(property, $defs).replaceAll('|', '\\|')} |`;
  });
  return `| key | value | |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

/** Returns the description of a key. Empty if its value has a separate section, unless the key adds a description. */
function describe(property, $defs) {
  const target = $defs[property.$ref?.replace('#/$defs/', '')];
  const hasSection = target?.properties !== undefined && target !== $defs.JsonSchema;
  const { description = '', items } = hasSection ? property : { ...target, ...property };
  const fields = Object.entries(items?.properties ?? {}).map(([key, field]) => `\`${key}\`: ${field.description}`);
  const own = hasSection && description === target.description ? '' : description;
  return [own, ...fields].join(' ');
}

/** Returns properties that depend on `type`, with the types that have them. */
function mergeBranches(branches) {
  const merged = {};
  for (const { if: condition, then } of branches) {
    for (const [name, property] of Object.entries(then?.properties ?? {})) {
      if (property === true) continue;
      const kind = condition.properties.type.const;
      merged[name] ??= { kinds: [], types: [], properties: [] };
      merged[name].kinds.push(kind);
      merged[name].types.push(property.type ?? 'string');
      merged[name].properties.push(property);
    }
  }
  return Object.fromEntries(
    Object.entries(merged).map(([name, found]) => [name, mergeProperty(found, branches.length)]),
  );
}

function mergeProperty({ kinds, types, properties: [first] }, count) {
  const only = kinds.length < count ? `With \`type\` ${kinds.map((kind) => `\`${kind}\``).join(' or ')}.` : '';
  const description = [first.description, only].filter(Boolean).join(' ');
  const several = [...new Set(types)];
  return several.length > 1 ? { type: several, description } : { ...first, description };
}

function renderType(property, $defs) {
  const target = property.$ref?.replace('#/$defs/', '');
  if (target === 'JsonSchema') return '[schema](#schemas)';
  if (target) {
    return $defs[target].properties ? `[${target}](#${target.toLowerCase()})` : typeOf($defs[target]);
  }
  const members = property.additionalProperties?.$ref ?? property.items?.$ref;
  if (!members) return typeOf(property);
  return `${typeOf(property)} of ${renderType({ $ref: members }, $defs)}`;
}

function typeOf({ type, enum: values }) {
  return values ? values.map((value) => `\`${value}\``).join(', ') : [type ?? 'any'].flat().join(' or ');
}
