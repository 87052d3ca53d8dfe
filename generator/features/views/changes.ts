import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const viewsChanges = changeRows({
  'view-added': ['compatible', 'compatible', 'A view now shows the results of a tool.'],
  'view-removed': ['may-break', 'compatible', 'The results of a tool no longer have a view.'],
  'view-changed': ['may-break', 'compatible', 'A different view shows the results of a tool.'],
  'visibility-widened': ['compatible', 'compatible', 'The model or views can now call a tool.'],
  'visibility-narrowed': ['breaking', 'compatible', 'The model or views can no longer call a tool.'],
  'view-origins-added': [
    'may-break',
    'compatible',
    'The page of a view loads from an additional origin; hosts may ask users for approval again.',
  ],
  'view-origins-removed': ['compatible', 'compatible', 'A view no longer loads from an origin.'],
  'view-permissions-added': [
    'may-break',
    'compatible',
    'The page of a view requests an additional browser permission; hosts may ask users for approval again.',
  ],
  'view-permissions-removed': ['compatible', 'compatible', 'The page of a view requests fewer browser permissions.'],
  'view-domain-changed': ['may-break', 'compatible', 'The page of a view is served from a different domain.'],
  'view-border-changed': ['documentation', 'compatible', 'The border setting of a view changed.'],
});
