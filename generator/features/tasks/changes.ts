import { changeRows } from '../../feature-kit/changes/change-rules.js';

export const tasksChanges = changeRows({
  'task-required': [
    'breaking',
    'compatible',
    'Clients that use 2026-07-28 without the tasks extension can no longer call a tool.',
  ],
  'task-support-changed': ['compatible', 'compatible', 'Calls of a tool can now become tasks, or can no longer do so.'],
  'task-begin-changed': ['compatible', 'may-break', '`start` changed: calls become tasks at a different point.'],
  'task-timing-changed': ['compatible', 'compatible', '`ttlMs` or `pollIntervalMs` of tasks changed.'],
  'task-durable': [
    'compatible',
    'may-break',
    'Tasks are `durable` now: a worker runs the handler, perhaps several times.',
  ],
  'task-not-durable': ['may-break', 'compatible', 'Tasks are no longer `durable`: they end with the process.'],
});
