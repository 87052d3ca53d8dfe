import type { SkillDefinition, SkillFile } from '../../core/api/definition.js';

/** File or folder in a folder, as described in `resources/list`. */
export interface DirectoryEntry {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly size?: number;
}

/**
 * Lists the direct children of a folder: the folder of a skill, a folder inside a skill, or a folder that groups
 * skills. They are in the order of the skills and their files.
 *
 * @param uri URI without a trailing slash.
 * @returns `undefined` if the folder does not exist.
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#reading-directories
 */
export function listDirectory(skills: readonly SkillDefinition[], uri: string): readonly DirectoryEntry[] | undefined {
  if (!/^skill:\/\/./u.test(uri) || uri.endsWith('/')) return undefined;
  const prefix = `${uri}/`;
  const children = new Map<string, DirectoryEntry>();
  for (const skill of skills) {
    for (const file of skill.files) {
      if (!file.uri.startsWith(prefix)) continue;
      const [segment = '', ...below] = file.uri.slice(prefix.length).split('/');
      const child = `${prefix}${segment}`;
      // A nested skill describes its own SKILL.md.
      if (below.length > 0) children.set(child, children.get(child) ?? describeFolder(child, segment));
      else if (!children.has(child) || file.uri === skill.uri) children.set(child, describeFile(file, skill));
    }
  }
  return children.size > 0 ? [...children.values()] : undefined;
}

function describeFolder(uri: string, segment: string): DirectoryEntry {
  return { uri, name: decodeURIComponent(segment), mimeType: 'inode/directory' };
}

/** Describes a file by its name, but `SKILL.md` as the list of resources does. */
function describeFile({ uri, path, mimeType, size }: SkillFile, skill: SkillDefinition): DirectoryEntry {
  const { name = '', description } = (
    uri === skill.uri ? JSON.parse(skill.frontmatter) : {}
  ) as Partial<DirectoryEntry>;
  if (description !== undefined) return { uri, name, description, mimeType, size };
  return { uri, name: path.slice(path.lastIndexOf('/') + 1), mimeType, size };
}
