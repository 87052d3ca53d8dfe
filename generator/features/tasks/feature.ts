import { memberViews } from '../../core/code/json-expression.js';
import { jsonObjectOf } from '../../core/model/json.js';
import { listedTools } from '../../core/model/listed-tools.js';
import { diffTask } from './diff-task.js';
import { loadExport, type Feature } from '../../feature-kit/feature.js';
import { readToolTask } from './read-task.js';
import { storesPart } from '../stores/stores-part.js';
import { hasDurableTasks } from './has-durable-tasks.js';
import { text } from '../../feature-kit/pages/document.js';
import { taskPart, type TaskModel } from './task-part.js';
import { tasksChanges } from './changes.js';

/** Tasks, calls that outlive their request: `task`. */
export const tasks: Feature = {
  name: 'tasks',
  changes: Object.values(tasksChanges),
  formerKeys: [
    {
      path: ['tools', '*', 'task', 'begins'],
      key: 'start',
      values: new Map([
        ['call', 'immediate'],
        ['handler', 'manual'],
      ]),
    },
  ],
  readTool: readToolTask,
  packages: (model) =>
    hasDurableTasks(model) && storesPart.of(model) === 'redis' ? [{ name: 'bullmq', purpose: 'durable tasks' }] : [],
  diff: { entry: (changes, old, recent) => diffTask(changes, taskPart.of(old), taskPart.of(recent)) },
  site: {
    facts(tool) {
      const task = taskPart.of(tool);
      return task ? [[text(describeTask(task))]] : [];
    },
  },
  toolMembers(tool) {
    const task = taskPart.of(tool);
    return memberViews({ task: task && jsonObjectOf({ ...task }) });
  },
  emit({ model }) {
    if (!listedTools(model).some((tool) => taskPart.of(tool))) return {};
    return {
      capabilities: ['tasks'],
      parts: [loadExport('tasks', 'create-mcp-from-schema/runtime/tasks', 'taskServer')],
    };
  },
};

function describeTask({ support, durable }: TaskModel): string {
  const when = support === 'required' ? 'A call becomes a task' : 'A call can become a task';
  return `${when}: it continues after its request is answered${durable === true ? ', and also after a restart of the server' : ''}.`;
}
