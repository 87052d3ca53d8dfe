import type { LoadedSkills, PageRequest, SkillDefinition } from '../../core/api/definition.js';
import { emptyBody, type CacheHints, type ResultBody } from '../../core/results/result-body.js';
import type { JsonObject } from '../../wire/json-object.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { listCacheHints } from '../../core/service/lists.js';
import type { Service } from '../../core/service/service.js';
import type { CallContext } from '../../core/calls/call-context.js';
import { findEnclosing } from './find-skills.js';

type SkillMethod = (service: Service, params: JsonObject, context: CallContext) => Promise<ResultBody>;

/**
 * Serves `skills/list`.
 *
 * @throws ProtocolError -32602 for a cursor that is not one of this list.
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#listing-skills
 */
export const listSkills: SkillMethod = (service, { cursor }, context) =>
  serve(service, context, listCacheHints(service.definition), (skills, { skillServer }, pageSize) =>
    skillServer.list(skills, { cursor, pageSize }),
  );

/**
 * Serves `skills/get`.
 *
 * @throws ProtocolError -32602 for a URI of no skill.
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#getting-a-skill
 */
export const getSkill: SkillMethod = (service, { uri }, context) => {
  const { ttlMs, scope } = listCacheHints(service.definition);
  const entries = typeof uri === 'string' ? findEnclosing(service, uri) : [];
  const isProtected = service.access?.findLacking(entries, undefined) !== undefined;
  const cache: CacheHints = { ttlMs, scope: isProtected ? 'private' : scope };
  return serve(service, context, cache, (skills, { skillServer }) => skillServer.get(skills, uri));
};

/**
 * Serves `resources/directory/read`.
 *
 * @throws ProtocolError -32602 for a URI of no folder, and for a cursor that is not one of this folder.
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#reading-directories
 */
export const readDirectory: SkillMethod = (service, { uri, cursor }, context) =>
  serve(service, context, undefined, (skills, { skillServer }, pageSize) =>
    skillServer.readDirectory(skills, uri, { cursor, pageSize }),
  );

/** Loads the skills and answers with those that are enabled. */
async function serve(
  { definition, enabled, options }: Service,
  context: CallContext,
  cache: CacheHints | undefined,
  answer: (skills: readonly SkillDefinition[], loaded: LoadedSkills, pageSize: PageRequest['pageSize']) => string,
): Promise<ResultBody> {
  const loaded = await definition.skills?.load();
  if (loaded === undefined) throw new ProtocolError(-32601, 'Method not found');
  if (context.isClosed) return emptyBody;
  const skills = loaded.skills.filter(({ uri }) => enabled.has('resources', uri));
  const members = answer(skills, loaded, options.pageSize ?? Infinity);
  return { members, ...(cache && { cache }) };
}
