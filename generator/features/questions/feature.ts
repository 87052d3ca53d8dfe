import type { Feature } from '../../feature-kit/feature.js';
import { checkQuestions } from './check-questions.js';
import { questionsDiagnostics } from './diagnostics.js';
import { readQuestions, readThresholds } from './read-questions.js';

/** Questions of users next to the tools that answer them, for `evaluate`. Servers do not contain them. */
export const questions: Feature = {
  name: 'questions',
  diagnostics: Object.values(questionsDiagnostics),
  root: { settings: ['evaluate'] },
  readTool: readQuestions,
  read: (model, { definitions }) => readThresholds(model, definitions.settings.get('evaluate')),
  check: checkQuestions,
};
