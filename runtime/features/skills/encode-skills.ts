import type { SkillDefinition } from '../../core/api/definition.js';
import { invalidParams } from '../../wire/protocol-error.js';
import { encodeCursor, findStart } from '../../core/service/list-cursors.js';
import { listDirectory } from './list-directory.js';

/** Requested page of a list. */
export interface PageRequest {
  readonly cursor: unknown;
  /** Number of entries on a page. */
  readonly pageSize: number;
}

/**
 * Encodes the members of the result of `skills/list` as JSON text.
 *
 * @throws ProtocolError -32602 for an invalid cursor.
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#listing-skills
 */
export function encodeSkills(skills: readonly SkillDefinition[], page: PageRequest): string {
  const entries = skills.map((skill) => ({ key: skill.uri, text: encodeEntry(skill) }));
  return encodePage('skills', 'skills', entries, page);
}

/**
 * Encodes the members of the result of `skills/get` as JSON text.
 *
 * @throws ProtocolError -32602 for a URI that does not identify a skill.
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#getting-a-skill
 */
export function encodeSkill(skills: readonly SkillDefinition[], uri: unknown): string {
  const skill = skills.find((each) => each.uri === uri);
  if (skill === undefined) throw invalidParams('Invalid params: "uri" must be the URI of a SKILL.md file', { uri });
  return `"skill":${encodeEntry(skill)}`;
}

/**
 * Encodes the members of the result of `resources/directory/read` as JSON text.
 *
 * @throws ProtocolError -32602 for a URI that does not identify a folder, and for an invalid cursor.
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#reading-directories
 */
export function encodeDirectory(skills: readonly SkillDefinition[], uri: unknown, page: PageRequest): string {
  const children = typeof uri === 'string' ? listDirectory(skills, uri) : undefined;
  if (children === undefined) throw invalidParams('Invalid params: "uri" must be the URI of a directory', { uri });
  const entries = children.map((child) => ({ key: child.uri, text: JSON.stringify(child) }));
  // A URI has no spaces.
  return encodePage('resources', `directory:${String(uri)}`, entries, page);
}

/** Cached JSON text of skills. */
const texts = new WeakMap<SkillDefinition, string>();

/**
 * Encodes the entry of a skill as JSON text.
 *
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#skill-entries
 */
function encodeEntry(skill: SkillDefinition): string {
  const cached = texts.get(skill);
  if (cached !== undefined) return cached;
  const { uri, frontmatter, files } = skill;
  const resources = files.map((file) => ({ uri: file.uri, digest: file.digest, size: file.size }));
  const text = `{"uri":${JSON.stringify(uri)},"frontmatter":${frontmatter},"resources":${JSON.stringify(resources)}}`;
  texts.set(skill, text);
  return text;
}

/**
 * Encodes the members of a page as JSON text.
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
