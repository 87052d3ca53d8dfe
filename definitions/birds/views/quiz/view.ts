import { openQuiz } from '../../../../generated/birds/views/quiz.ts';
import type { Question } from '../../../../generated/birds/types.ts';
import { drawBird } from './draw-bird.ts';

const view = openQuiz();
const progress = byId('progress');
const picture = byId('picture');
const choices = byId('choices');
const verdict = byId('verdict');
const next = byId('next');

view.onResult((result) => {
  if (result.isError) progress.textContent = result.text;
  else ask(result.output.questions, 0, 0);
});

/** Asks one question after the other, then reports the number of right answers to the model. */
function ask(questions: readonly Question[], index: number, right: number): void {
  const question = questions[index];
  choices.replaceChildren();
  verdict.textContent = '';
  next.hidden = true;
  if (question === undefined) {
    picture.replaceChildren();
    progress.textContent = `You knew ${right} of ${questions.length} birds.`;
    const text = `The user has finished the quiz and knew ${right} of ${questions.length} birds.`;
    // The quiz is over even if the host cannot notify the model.
    view.updateModelContext({ content: [{ type: 'text', text }] }).catch(() => {});
    return;
  }
  progress.textContent = `Bird ${index + 1} of ${questions.length}`;
  picture.replaceChildren(drawBird(question));
  const buttons = question.choices.map((choice) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = choice;
    button.addEventListener('click', () => {
      for (const each of buttons) each.disabled = true;
      view.call.check_answer({ number: question.number, answer: choice }).then(
        ({ structured: { isRight, bird, looks } }) => {
          for (const each of buttons) each.classList.toggle('right', each.textContent === bird.name);
          button.classList.toggle('wrong', !isRight);
          verdict.textContent = `${isRight ? 'Yes' : 'No'}: it is the ${bird.name} (${bird.latin}). ${looks}`;
          next.textContent = index + 1 < questions.length ? 'Next bird' : 'Show the result';
          next.hidden = false;
          const nextRight = right + (isRight ? 1 : 0);
          next.addEventListener('click', () => ask(questions, index + 1, nextRight), { once: true });
          next.focus();
        },
        (error: Error) => {
          for (const each of buttons) each.disabled = false;
          verdict.textContent = error.message;
        },
      );
    });
    return button;
  });
  choices.append(...buttons);
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found;
}
