import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const viewsChanges = changeRows({
  'view-added': ['compatible', 'compatible', 'A view now shows the results of a tool.'],
  'view-removed': ['may-break', 'compatible', 'The results of a tool no longer have a view.'],
  'view-changed': ['may-break', 'compatible', 'Another view shows the results of a tool.'],
  'visibility-widened': ['compatible', 'compatible', 'The model, or pages of views, can call a tool now.'],
  'visibility-narrowed': ['breaking', 'compatible', 'The model or views can no longer call a tool.'],
  'view-origins-added': [
    'may-break',
    'compatible',
    'The page of a view loads from another origin; hosts may ask users again.',
  ],
  'view-origins-removed': ['compatible', 'compatible', 'A view no longer loads from an origin.'],
  'view-permissions-added': [
    'may-break',
    'compatible',
    'The page of a view asks for another ability of the browser; hosts may ask users again.',
  ],
  'view-permissions-removed': [
    'compatible',
    'compatible',
    'The page of a view asks for fewer abilities of the browser.',
  ],
  'view-domain-changed': ['may-break', 'compatible', 'The page of a view is served from another domain.'],
  'view-border-changed': ['documentation', 'compatible', 'The page of a view wants another border.'],
});
