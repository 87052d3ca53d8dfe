import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OpenClientRequest, UiModel } from '../state/ui-model.js';
import { textAt } from '../protocol/json-object.js';
import { FormElicitation } from './form-elicitation.js';
import { RootsRequest } from './roots-request.js';
import { SamplingRequest } from './sampling-request.js';
import { UrlElicitation } from './url-elicitation.js';

/** Questions of the server that wait for the user. The first one gets the focus. */
export function ClientRequests({ model }: { readonly model: UiModel }): JSX.Element {
  const { questions } = model;
  return (
    <div class="questions" aria-live="polite">
      {questions.map((question) => (
        <ClientRequestView key={question.number} question={question} isFirst={question === questions[0]} />
      ))}
    </div>
  );
}

function ClientRequestView({
  question,
  isFirst,
}: {
  readonly question: OpenClientRequest;
  readonly isFirst: boolean;
}): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = `question-${question.number}`;
  useEffect(() => {
    if (!isFirst) return undefined;
    const before = document.activeElement;
    heading.current?.focus();
    // The answer comes where the user was before.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section class="question" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={heading}>
        {titleOf(question)}
      </h2>
      <Body question={question} />
    </section>
  );
}

function titleOf({ method }: OpenClientRequest): string {
  if (method === 'sampling/createMessage') return 'The server asks the model';
  return method === 'roots/list' ? 'The server asks for your folders' : 'The server asks you';
}

function Body({ question }: { readonly question: OpenClientRequest }): JSX.Element {
  if (question.method === 'sampling/createMessage') return <SamplingRequest question={question} />;
  if (question.method === 'roots/list') return <RootsRequest question={question} />;
  const isUrl = textAt(question.params, 'mode') === 'url';
  return isUrl ? <UrlElicitation question={question} /> : <FormElicitation question={question} />;
}
