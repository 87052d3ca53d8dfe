import { stringifyJson, type JsonObject } from '../../core/model/json.js';
import type { SkillModel } from '../../core/model/model.js';
import { changedKeys, pairByKey, type EntryChanges } from '../../feature-kit/changes/change.js';

/** Reports the differences between two versions of a skill. */
export function diffSkill(changes: EntryChanges, old: SkillModel, recent: SkillModel): void {
  const keys = changedKeys(old.frontmatter, recent.frontmatter);
  if (keys.length > 0) {
    const names = keys.map((key) => `\`${key}\``).join(', ');
    changes.add('skill-frontmatter-changed', `${names} of the frontmatter changed`);
  }
  for (const [path, one, other] of pairByKey(old.files, recent.files, (file) => file.path)) {
    if (!other) changes.add('skill-file-removed', `the file \`${path}\` is gone`, [], { side: 'old' });
    else if (!one) changes.add('skill-file-added', `the file \`${path}\` is new`);
    else if (one.digest !== other.digest && (path !== 'SKILL.md' || isSame(old.frontmatter, recent.frontmatter))) {
      changes.add('skill-file-changed', `the file \`${path}\` changed`);
    }
  }
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return stringifyJson(one) === stringifyJson(other);
}
