import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const skillsChanges = changeRows({
  'skill-added': ['compatible', 'compatible', 'A skill is new.'],
  'skill-removed': ['breaking', 'compatible', 'A skill was removed, or its path changed.'],
  'skill-file-added': [
    'compatible',
    'compatible',
    'A skill has a new file: clients ask their users to approve it again.',
  ],
  'skill-file-changed': [
    'compatible',
    'compatible',
    'A skill file changed: clients ask their users to approve the skill again.',
  ],
  'skill-file-removed': ['may-break', 'compatible', 'A skill file was removed; other files may refer to it.'],
  'skill-frontmatter-changed': [
    'compatible',
    'compatible',
    'The frontmatter of a skill changed: models or clients may treat the skill differently.',
  ],
});
