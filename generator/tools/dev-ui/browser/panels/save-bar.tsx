import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { printExactJson } from '../form/exact-json.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, objectsAt, textAt } from '../protocol/json-object.js';
import type { Call } from '../state/call.js';
import type { UiModel } from '../state/ui-model.js';
import { CopyButton } from './copy-button.js';

/** Saves a finished tool call as an example in the definition, or as a test. For a foreign server, offers a copy instead. */
export function SaveBar({ model, call }: { readonly model: UiModel; readonly call: Call }): JSX.Element | null {
  const [title, setTitle] = useState('');
  const [said, say] = useState<{ readonly saved: boolean; readonly text: string }>();
  if (call.method !== 'tools/call' || call.isRunning || call.isCancelled) return null;
  if (model.target?.canSave !== true) {
    return (
      <p class="actions">
        <CopyButton label="Copy call" text={printExactJson(describeCall(call), 2)} />
      </p>
    );
  }
  const save = async (as: 'example' | 'test'): Promise<void> => {
    say(undefined);
    const answer = await model.host.post('saved', { as, title, ...bodyOf(call) }).catch((error: unknown) => ({
      saved: false,
      text: (error as Error).message,
    }));
    say({ saved: answer['saved'] === true, text: textAt(answer, 'text') ?? '' });
  };
  const isExample = !call.hasFailed && call.answers.length === 0;
  return (
    <div class="save">
      <div class="bar">
        <label>
          <span class="unseen">Name of the example or test</span>
          <input
            placeholder="Name of the example or test"
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </label>
        {isExample && (
          <button type="button" onClick={() => void save('example')}>
            Save as example
          </button>
        )}
        <button type="button" onClick={() => void save('test')}>
          Save as test
        </button>
      </div>
      <p role="status" class={said?.saved === false ? 'error' : undefined}>
        {said?.text}
      </p>
    </div>
  );
}

/** Returns the call and its result for the host. Values are JSON text, so that no digit is lost. */
function bodyOf(call: Call): JsonObject {
  const { input, outcome } = describeCall(call);
  return {
    tool: call.entry.name,
    input: printExactJson(input),
    outcome: printExactJson(outcome),
    output: printExactJson(outputOf(call.result)),
    answers: printExactJson(call.answers),
  };
}

function describeCall({ entry, params, result, error }: Call): { readonly [key: string]: unknown } {
  const { code, message } = error ?? {};
  const { content, structuredContent, isError } = result ?? {};
  const outcome =
    error === undefined ? { result: { content, structuredContent, isError } } : { error: { code, message } };
  return { tool: entry.name, input: objectAt(params, 'arguments'), outcome };
}

/** Returns the part of the result that an example compares: structured content, or else text. */
function outputOf(result: JsonObject | undefined): unknown {
  const texts = objectsAt(result, 'content').filter(({ type }) => type === 'text');
  return result?.['structuredContent'] ?? texts.map((block) => textAt(block, 'text')).join('\n');
}
