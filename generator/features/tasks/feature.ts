import { listedTools } from '../../core/model/listed-tools.js';
import { diffTask } from './diff-task.js';
import type { Feature } from '../../feature-kit/feature.js';

/** Calls that go on after their request was answered: `task`. */
export const tasks: Feature = {
  name: 'tasks',
  diff: { entry: (changes, old, recent) => diffTask(changes, old.task, recent.task) },
  emit: ({ model }) => ({ capabilities: listedTools(model).some(({ task }) => task) ? ['tasks'] : [] }),
};
