import type { ProtectedEntry } from '../../core/api/auth.js';
import type { SkillDefinition } from '../../core/api/definition.js';
import type { FoundResource } from '../../core/service/part.js';
import type { Service } from '../../core/service/service.js';

/**
 * Finds the enabled skills whose folder contains or equals a URI, innermost first. Skills can be nested, and a caller
 * needs the scopes of all of them.
 */
export function findEnclosing(
  { enabled }: Service,
  skills: readonly SkillDefinition[],
  uri: string,
): readonly SkillDefinition[] {
  return skills
    .filter(
      (skill) => `${uri}/`.startsWith(skill.uri.slice(0, -'SKILL.md'.length)) && enabled.has('resources', skill.uri),
    )
    .toSorted((one, other) => other.uri.length - one.uri.length);
}

/** Returns the protected entries of skills, which determine the scopes that their files need. */
export function entriesOf(skills: readonly SkillDefinition[]): readonly ProtectedEntry[] {
  return skills.map(({ uri }): ProtectedEntry => ({ list: 'resources', name: uri }));
}

/** Finds the file with exactly this URI, in the innermost skill that contains it. */
export function findSkillFile(
  service: Service,
  skills: readonly SkillDefinition[],
  uri: string,
): FoundResource | undefined {
  const enclosing = findEnclosing(service, skills, uri);
  const [innermost] = enclosing;
  if (innermost === undefined) return undefined;
  const file = innermost.files.find((each) => each.uri === uri);
  const cache = service.resources.get(innermost.uri)?.cache;
  const read = async (): Promise<unknown> => {
    const content = file && (await innermost.load())[file.path];
    return content && { uri, mimeType: file.mimeType, ...content };
  };
  return { entries: entriesOf(enclosing), ...(cache && { cache }), ...(file && { read }) };
}
