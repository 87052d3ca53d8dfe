import { jsonExpression } from '../../core/code/json-expression.js';
import type { Feature } from '../../feature-kit/feature.js';
import { skillFolders } from './list-skill-files.js';
import { diffSkills } from './diff-skill.js';
import { emitSkills } from './emit-skills.js';

/** Folders with instructions for models: `skills`. */
export const skills: Feature = {
  name: 'skills',
  files: skillFolders,
  diff: { others: diffSkills },
  emit({ model, render }) {
    if (model.skills.length === 0) return {};
    const uris = jsonExpression(model.skills.map(({ uri }) => uri));
    return {
      files: emitSkills(model, render),
      members: [{ name: 'skills', value: `{ uris: ${uris}, load: () => import('./skills.ts') }` }],
      capabilities: ['skills'],
    };
  },
};
