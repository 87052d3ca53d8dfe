import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const bindChanges = changeRows({
  'argument-bound': ['breaking', 'compatible', 'Callers can no longer send an argument: the server sets it.'],
  'argument-unbound': ['breaking', 'compatible', 'Callers, and thus models, send an argument that the server has set.'],
  'bound-argument-added': ['compatible', 'compatible', 'The handler gets an additional argument from the server.'],
  'bound-argument-removed': ['compatible', 'breaking', 'The handler no longer gets an argument from the server.'],
  'bind-source-changed': [
    'may-break',
    'may-break',
    'The server takes an argument from a different source: callers may reach other data. Review it.',
  ],
});
