import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { suppliedNames } from '../../core/model/handler-input.js';
import { isJsonObject } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { questionsDiagnostics } from './diagnostics.js';
import { listQuestions, type QuestionModel } from './questions-part.js';

/** Checks that questions name tools and arguments that exist, and that no question is there twice. */
export function checkQuestions(model: Model): readonly Diagnostic[] {
  const questions = listQuestions(model);
  if (questions.length === 0) return [];
  const tools = new Map(model.tools.map((tool) => [tool.name, tool]));
  return [...questions.flatMap((question) => checkNames(question, tools)), ...findRepeated(questions)];
}

function checkNames(question: QuestionModel, tools: ReadonlyMap<string, ToolModel>): readonly Diagnostic[] {
  const { location, arguments: expected } = question;
  const named = new Set([...question.tools, ...question.never, ...expected.keys()]);
  const rule = questionsDiagnostics['unknown-question-tool'];
  const unknown = [...named].filter((name) => !tools.has(name));
  const problems = unknown.map((name) =>
    createDiagnostic(rule, location, `There is no tool \`${name}\`.`, { help: didYouMean(name, tools.keys()) }),
  );
  const both = question.tools.filter((name) => question.never.includes(name));
  const contradictions = both.map((name) =>
    createDiagnostic(rule, location, `\`${name}\` is in \`tools\` and in \`never\`.`, { help: 'Remove one of them.' }),
  );
  const others = [...expected].flatMap(([name, values]) => {
    const tool = tools.get(name);
    const schema = tool?.input.schema;
    const properties = isJsonObject(schema) ? schema.get('properties') : undefined;
    if (!isJsonObject(properties)) return [];
    const names = [...properties.keys()];
    const supplied = tool ? suppliedNames(tool) : [];
    return [...values.keys()]
      .filter((key) => !properties.has(key))
      .map((key) => {
        if (supplied.includes(key)) {
          const message = `Models cannot send \`${key}\` of the tool \`${name}\`, because the server sets it.`;
          return createDiagnostic(rule, location, message, { help: 'Remove it from `arguments`.' });
        }
        const help = didYouMean(key, names) ?? `Arguments: ${names.join(', ')}.`;
        return createDiagnostic(rule, location, `The tool \`${name}\` has no argument \`${key}\`.`, { help });
      });
  });
  return [...problems, ...contradictions, ...others];
}

function findRepeated(questions: readonly QuestionModel[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return questions.flatMap(({ ask, location }) => {
    const key = ask.trim().toLowerCase();
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const help = 'List all tools of the question in its `tools`.';
    return [
      createDiagnostic(questionsDiagnostics['repeated-question'], location, `The question is there twice.`, { help }),
    ];
  });
}
