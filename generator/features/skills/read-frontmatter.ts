import { isJsonObject, type JsonObject } from '../../core/model/json.js';
import { parseYaml } from '../../core/source/parse-yaml.js';
import { childOf, entriesOf, entryOf, toJson, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { skillsDiagnostics } from './diagnostics.js';

/** Frontmatter of a `SKILL.md`. */
interface Frontmatter {
  readonly description: string;
  /** All fields, as written. */
  readonly fields: JsonObject;
}

/**
 * Reads the YAML at the beginning of a `SKILL.md` and reports violations of the skill format.
 *
 * @param file Path relative to the project root.
 * @param name Required name of the skill.
 * @returns `undefined` if the frontmatter, its name or its description is missing.
 * @see https://agentskills.io/specification
 */
export function readFrontmatter(
  resolution: Resolution,
  file: string,
  text: string,
  name: string,
): Frontmatter | undefined {
  const isBegun = /^---[ \t]*\r?\n/u.test(text);
  const end = isBegun ? /\n---[ \t]*(?:\r?\n|$)/u.exec(text) : null;
  if (!end) {
    const location = { file, line: 1, column: 1, length: 3 };
    const message = isBegun ? 'The frontmatter has no closing `---`.' : 'SKILL.md does not begin with frontmatter.';
    const help = isBegun
      ? 'Add a line `---` after the last field.'
      : 'Begin the file with a line `---`, then `name:` and `description:`, then a line `---`.';
    report(resolution, skillsDiagnostics['invalid-skill'], location, message, { help });
    return undefined;
  }
  const { root, diagnostics } = parseYaml(file, text, { readable: text.slice(0, end.index + 1) });
  resolution.diagnostics.push(...diagnostics);
  if (!root) return undefined;
  checkName(resolution, root, name);
  checkOptional(resolution, root);
  const description = checkText(resolution, root, 'description', 1024);
  const fields = toJson(root);
  return description === undefined || !isJsonObject(fields) ? undefined : { description, fields };
}

/** Returns the string at a key after checking its length; `undefined` after an error. */
function checkText(resolution: Resolution, root: SourceNode, key: string, maximum: number): string | undefined {
  const node = childOf(root, key);
  const fail = (message: string, help: string): undefined =>
    void report(resolution, skillsDiagnostics['invalid-skill'], node?.location ?? root.location, message, { help });
  if (!node) return fail(`The frontmatter has no \`${key}\`.`, `Add a line \`${key}: …\`.`);
  if (node.kind !== 'scalar' || typeof node.value !== 'string') {
    return fail(`\`${key}\` must be a string.`, 'Put quotes around it.');
  }
  if (node.value.trim() === '') return fail(`\`${key}\` is empty.`, 'Describe what the skill does and when to use it.');
  const { length } = [...node.value];
  return length > maximum
    ? fail(`\`${key}\` has ${length} characters; the maximum is ${maximum}.`, 'Shorten it.')
    : node.value;
}

function checkName(resolution: Resolution, root: SourceNode, wanted: string): void {
  const name = checkText(resolution, root, 'name', 64);
  const location = childOf(root, 'name')?.location ?? root.location;
  if (name === undefined) return;
  if (!/^(?!.*--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u.test(name)) {
    const help = 'Use lowercase letters, digits and single hyphens.';
    report(resolution, skillsDiagnostics['invalid-skill'], location, `\`${name}\` is not a valid skill name.`, {
      help,
    });
  } else if (name !== wanted) {
    const message = `The skill is called \`${name}\` here, and \`${wanted}\` in the definition.`;
    report(resolution, skillsDiagnostics['invalid-skill'], location, message, {
      help: 'The key and the folder must end with the value of `name`.',
    });
  }
}

/** Checks the optional fields of a skill. Unknown fields are passed on. */
function checkOptional(resolution: Resolution, root: SourceNode): void {
  if (childOf(root, 'compatibility')) checkText(resolution, root, 'compatibility', 500);
  for (const key of ['license', 'allowed-tools']) if (childOf(root, key)) checkText(resolution, root, key, 1_000_000);
  const metadata = entryOf(root, 'metadata')?.value;
  if (metadata && metadata.kind !== 'map') {
    report(resolution, skillsDiagnostics['invalid-skill'], metadata.location, '`metadata` must be a mapping.');
  }
  for (const { key, keyLocation } of entriesOf(metadata)) {
    if (!key.startsWith('io.modelcontextprotocol/')) continue;
    const message = `The protocol reserves the prefix of \`${key}\`. Choose a prefix of your own, such as \`com.example/\`.`;
    report(resolution, 'reserved-meta', keyLocation, message);
  }
}
