import type { TaskModel } from './task-part.js';
import type { EntryChanges } from '../../feature-kit/changes/change.js';
import { tasksChanges } from './changes.js';

/** Reports changes in the task settings of a tool. */
export function diffTask(changes: EntryChanges, old: TaskModel | undefined, recent: TaskModel | undefined): void {
  const rule = recent?.support === 'required' ? tasksChanges['task-required'] : tasksChanges['task-support-changed'];
  changes.addValue(rule, 'task', old?.support, recent?.support);
  if (old && old.begins !== recent?.begins) {
    const message = recent?.begins
      ? 'the handler now decides when a call becomes a task'
      : 'handlers no longer start tasks';
    changes.add(tasksChanges['task-begin-changed'], message, ['task']);
  }
  const [did, does] = [old, recent].map((task) => task?.durable === true);
  if (does && !did)
    changes.add(tasksChanges['task-durable'], 'a worker runs the handler now, perhaps several times', ['task']);
  // A tool without tasks has already been reported.
  else if (did && !does && recent)
    changes.add(tasksChanges['task-not-durable'], 'tasks end with the process now', ['task']);
  if (!old || !recent) return;
  const timing = ['ttlMs', 'pollIntervalMs'] as const;
  changes.addPart('task', ['task'], (part) => part.addKeys(tasksChanges['task-timing-changed'], timing, old, recent));
}
