import { listedTools } from '../../core/model/listed-tools.js';
import type { Feature } from '../../feature-kit/feature.js';

/** Calls that go on after their request was answered: `task`. */
export const tasks: Feature = {
  name: 'tasks',
  emit: ({ model }) => ({ capabilities: listedTools(model).some(({ task }) => task) ? ['tasks'] : [] }),
};
