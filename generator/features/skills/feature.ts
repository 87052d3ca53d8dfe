import { jsonExpression } from '../../core/code/json-expression.js';
import type { Feature } from '../../feature-kit/feature.js';
import { skillFolders } from './list-skill-files.js';
import { diffSkills } from './diff-skill.js';
import { readSkills } from './resolve-skill.js';
import { skillsOf } from './skills-part.js';
import { emitSkills } from './emit-skills.js';
import { skillsDiagnostics } from './diagnostics.js';
import { skillsChanges } from './changes.js';

/** Agent skills, `skills`. */
export const skills: Feature = {
  name: 'skills',
  diagnostics: Object.values(skillsDiagnostics),
  changes: Object.values(skillsChanges),
  root: { sections: { skills: 'skill' } },
  files: skillFolders,
  read: readSkills,
  diff: { others: diffSkills },
  emit({ model, render }) {
    const found = skillsOf(model);
    if (found.length === 0) return {};
    const uris = jsonExpression(found.map(({ uri }) => uri));
    return {
      files: emitSkills(found, render),
      members: [{ name: 'skills', value: `{ uris: ${uris}, load: () => import('./skills.ts') }` }],
      capabilities: ['skills'],
    };
  },
};
