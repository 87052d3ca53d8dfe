import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OpenQuestion, PageModel } from '../state/page-model.js';
import { textAt } from '../protocol/json-object.js';
import { FormQuestion } from './form-question.js';
import { RootsQuestion } from './roots-question.js';
import { SamplingQuestion } from './sampling-question.js';
import { UrlQuestion } from './url-question.js';

/** Questions of the server that wait for the user. The first one gets the focus. */
export function Questions({ model }: { readonly model: PageModel }): JSX.Element {
  const { questions } = model;
  return (
    <div class="questions" aria-live="polite">
      {questions.map((question) => (
        <QuestionView key={question.number} question={question} isFirst={question === questions[0]} />
      ))}
    </div>
  );
}

function QuestionView({
  question,
  isFirst,
}: {
  readonly question: OpenQuestion;
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

function titleOf({ method }: OpenQuestion): string {
  if (method === 'sampling/createMessage') return 'The server asks the model';
  return method === 'roots/list' ? 'The server asks for your folders' : 'The server asks you';
}

function Body({ question }: { readonly question: OpenQuestion }): JSX.Element {
  if (question.method === 'sampling/createMessage') return <SamplingQuestion question={question} />;
  if (question.method === 'roots/list') return <RootsQuestion question={question} />;
  const isUrl = textAt(question.params, 'mode') === 'url';
  return isUrl ? <UrlQuestion question={question} /> : <FormQuestion question={question} />;
}
