import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const toolsetsChanges = changeRows({
  'default-toolsets-changed': [
    'compatible',
    'compatible',
    'Different toolsets are now served by default; affected tools are listed.',
  ],
  'tool-withheld': ['breaking', 'compatible', 'A tool is no longer served by default.'],
  'tool-served': ['compatible', 'compatible', 'A tool is served by default now.'],
  'toolset-left': ['may-break', 'compatible', 'A tool is no longer served with one of the toolsets.'],
  'toolset-joined': ['compatible', 'compatible', 'A tool is now also served with an additional toolset.'],
});
