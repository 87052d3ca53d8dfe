import { stringifyJson, type JsonObject } from '../../core/model/json.js';
import type { Model, ResourceModel } from '../../core/model/model.js';
import { skillsOf, type SkillModel } from './skills-part.js';
import { changedKeys, pairByKey, type Change, type EntryChanges } from '../../feature-kit/changes/change.js';
import { diffCache } from '../../feature-kit/changes/diff-cache.js';
import { diffLists, type Versions } from '../../feature-kit/changes/diff-lists.js';
import { skillsChanges } from './changes.js';

/** Reports the differences between two versions of a skill. */
function diffSkill(changes: EntryChanges, old: SkillModel, recent: SkillModel): void {
  const keys = changedKeys(old.frontmatter, recent.frontmatter);
  if (keys.length > 0) {
    const names = keys.map((key) => `\`${key}\``).join(', ');
    changes.add(skillsChanges['skill-frontmatter-changed'], `${names} in the frontmatter changed`);
  }
  for (const [path, one, other] of pairByKey(old.files, recent.files, (file) => file.path)) {
    if (!other)
      changes.add(skillsChanges['skill-file-removed'], `the file \`${path}\` was removed`, [], { side: 'old' });
    else if (!one) changes.add(skillsChanges['skill-file-added'], `the file \`${path}\` is new`);
    else if (one.digest !== other.digest && (path !== 'SKILL.md' || isSame(old.frontmatter, recent.frontmatter))) {
      changes.add(skillsChanges['skill-file-changed'], `the file \`${path}\` changed`);
    }
  }
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return stringifyJson(one) === stringifyJson(other);
}

/** Lists the differences between the skills: in their resources, then in their files. */
export function diffSkills(versions: Versions): readonly Change[] {
  const { old, recent } = versions;
  const byUri = (model: Model) => new Map(skillsOf(model).map((skill) => [skill.uri, skill]));
  const [oldSkills, skills] = [byUri(old), byUri(recent)];
  const isSkill = ({ owner }: ResourceModel): boolean => owner === 'skills';
  return diffLists(old.resources.filter(isSkill), recent.resources.filter(isSkill), versions, {
    kind: 'resource',
    keyOf: ({ uri }) => uri,
    compare: (changes, one, other) => {
      const [before, after] = [oldSkills.get(one.uri), skills.get(other.uri)];
      if (before && after) diffSkill(changes, before, after);
      diffCache(changes, one.cache, other.cache);
    },
    rules: { added: skillsChanges['skill-added'], removed: () => skillsChanges['skill-removed'] },
    isStatic: () => true,
  });
}
