import { ProtocolError } from '../../../wire/protocol-error.js';
import type { Service } from '../../../core/service/service.js';
import { encodeTask } from '../running-task.js';
import type { TaskForm } from '../task-form.js';
import { encodeResult } from '../../../core/eras/modern/serve-modern-request.js';

/** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation */
export function modernTaskForm(service: Service): TaskForm {
  return {
    describe: (record) => ({ members: encodeTask(record), resultType: 'task' }),
    encode: (body) => encodeResult(service, body),
    refuse: (requiredCapabilities) =>
      new ProtocolError(-32021, 'Missing required client capability', { requiredCapabilities }),
  };
}
