import { listedTools } from '../../core/model/listed-tools.js';
import { taskPart } from './task-part.js';
import type { Model } from '../../core/model/model.js';

/** Whether calls of any tool become durable tasks, so that the server needs workers. */
export function hasDurableTasks(model: Pick<Model, 'tools'>): boolean {
  return listedTools(model).some((tool) => taskPart.of(tool)?.durable === true);
}
