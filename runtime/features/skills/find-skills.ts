import type { ProtectedEntry } from '../../core/api/auth.js';
import type { SkillFile, StaticContent } from '../../core/api/definition.js';
import type { Service } from '../../core/service/service.js';

/**
 * Finds the enabled skills whose folder a URI is or lies in, the innermost first: the resources of their `SKILL.md`. Skills can
 * lie in each other; a caller needs the scopes of all of them.
 */
export function findEnclosing({ definition, enabled }: Service, uri: string): readonly ProtectedEntry[] {
  const { skills } = definition;
  if (skills === undefined) return [];
  const found = skills.uris.filter(
    (skill) => `${uri}/`.startsWith(skill.slice(0, -'SKILL.md'.length)) && enabled.has('resources', skill),
  );
  return found
    .toSorted((one, other) => other.length - one.length)
    .map((name): ProtectedEntry => ({ list: 'resources', name }));
}

/** File of a skill, with its content. */
export interface FoundFile extends SkillFile {
  /** Loads the content. */
  readonly read: () => Promise<StaticContent | undefined>;
}

/** Finds a file of the innermost skill that a URI lies in. The URI must be that of the file, character by character. */
export async function findSkillFile(service: Service, uri: string): Promise<FoundFile | undefined> {
  const [innermost] = findEnclosing(service, uri);
  if (innermost === undefined) return undefined;
  const loaded = await service.definition.skills?.load();
  const skill = loaded?.skills.find((each) => each.uri === innermost.name);
  const file = skill?.files.find((each) => each.uri === uri);
  return skill && file && { ...file, read: async () => (await skill.load())[file.path] };
}
