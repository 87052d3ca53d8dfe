import type { SkillDefinition } from '../../core/api/definition.js';
import type { ResultBody } from '../../core/results/result-body.js';
import { listCacheHints } from '../../core/service/lists.js';
import type { PartSource } from '../../core/service/part.js';
import type { Service } from '../../core/service/service.js';
import { encodeDirectory, encodeSkills, encodeSkill, type PageRequest } from './encode-skills.js';
import { entriesOf, findEnclosing, findSkillFile } from './find-skills.js';

/**
 * Serves the skills of a server.
 *
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx
 */
export const skillServer: PartSource<Service> = {
  open: async (service) => {
    const { skills = [] } = (await service.definition.skills?.load()) ?? {};
    const listEnabled = (): readonly SkillDefinition[] =>
      skills.filter(({ uri }) => service.enabled.has('resources', uri));
    const pageOf = (cursor: unknown): PageRequest => ({ cursor, pageSize: service.options.pageSize ?? Infinity });
    return {
      serve: {
        'skills/list': ({ cursor }) => ({
          members: encodeSkills(listEnabled(), pageOf(cursor)),
          cache: listCacheHints(service.definition),
        }),
        'skills/get': ({ uri }) => getSkill(service, listEnabled(), uri),
        'resources/directory/read': ({ uri, cursor }) => ({
          members: encodeDirectory(listEnabled(), uri, pageOf(cursor)),
        }),
      },
      findResource: (uri) => findSkillFile(service, skills, uri),
    };
  },
};

/** Serves `skills/get`. A skill that needs scopes is not cached publicly. */
function getSkill(service: Service, skills: readonly SkillDefinition[], uri: unknown): ResultBody {
  const { ttlMs, scope } = listCacheHints(service.definition);
  const entries = typeof uri === 'string' ? entriesOf(findEnclosing(service, skills, uri)) : [];
  const isProtected = service.access?.findLacking(entries, undefined) !== undefined;
  return { members: encodeSkill(skills, uri), cache: { ttlMs, scope: isProtected ? 'private' : scope } };
}
