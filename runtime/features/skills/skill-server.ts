import type { PageRequest, SkillDefinition, SkillServer } from '../../core/api/definition.js';
import { invalidParams } from '../../wire/protocol-error.js';
import { encodeCursor, findStart } from '../../core/service/list-cursors.js';
import { listDirectory } from './list-directory.js';

/** Answers requests about the skills of a server. */
export const skillServer: SkillServer = {
  list(skills, page) {
    const entries = skills.map((skill) => ({ key: skill.uri, text: encodeSkill(skill) }));
    return encodePage('skills', 'skills', entries, page);
  },
  get(skills, uri) {
    const skill = skills.find((each) => each.uri === uri);
    if (skill === undefined) throw invalidParams('Invalid params: "uri" must be the URI of a SKILL.md', { uri });
    return `"skill":${encodeSkill(skill)}`;
  },
  readDirectory(skills, uri, page) {
    const children = typeof uri === 'string' ? listDirectory(skills, uri) : undefined;
    if (children === undefined) throw invalidParams('Invalid params: "uri" must be the URI of a directory', { uri });
    const entries = children.map((child) => ({ key: child.uri, text: JSON.stringify(child) }));
    // A URI has no spaces.
    return encodePage('resources', `directory:${String(uri)}`, entries, page);
  },
};

/** JSON texts of skills that were asked for. */
const texts = new WeakMap<SkillDefinition, string>();

/** JSON text of the entry of a skill. @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#skill-entries */
function encodeSkill(skill: SkillDefinition): string {
  const known = texts.get(skill);
  if (known !== undefined) return known;
  const { uri, frontmatter, files } = skill;
  const resources = files.map((file) => ({ uri: file.uri, digest: file.digest, size: file.size }));
  const text = `{"uri":${JSON.stringify(uri)},"frontmatter":${frontmatter},"resources":${JSON.stringify(resources)}}`;
  texts.set(skill, text);
  return text;
}

/**
 * JSON text of the members of a page.
 *
 * @param member Name of the member with the entries.
 * @param list Name of the list in cursors.
 */
function encodePage(
  member: string,
  list: string,
  entries: readonly { readonly key: string; readonly text: string }[],
  { cursor, pageSize }: PageRequest,
): string {
  const start = cursor === undefined ? 0 : findStart(list, cursor, entries);
  const page = entries.slice(start, start + pageSize);
  const last = start + pageSize < entries.length ? page.at(-1) : undefined;
  const next = last === undefined ? '' : `,"nextCursor":"${encodeCursor(list, last.key)}"`;
  return `"${member}":[${page.map(({ text }) => text).join(',')}]${next}`;
}
