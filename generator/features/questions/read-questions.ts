import { isJsonObject, type JsonObject } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { numberAt, textsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, itemsOf, stringAt, toJson, type SourceNode } from '../../core/source/source-node.js';
import {
  figures,
  questionsPart,
  rankings,
  thresholdsPart,
  type QuestionModel,
  type Thresholds,
} from './questions-part.js';

/** Reads the questions of a tool. Omits values of the wrong type, which the definition format rejects. */
export function readQuestions(tool: ToolModel, node: SourceNode): ToolModel {
  const questions = itemsOf(childOf(node, 'questions')).flatMap((item) => readQuestion(item, tool.name));
  return questions.length === 0 ? tool : questionsPart.on(tool, questions);
}

function readQuestion(node: SourceNode, tool: string): readonly QuestionModel[] {
  const { location } = node;
  const ask = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : stringAt(node, 'ask');
  if (ask === undefined) return [];
  const tools = textsAt(node, 'tools');
  const args = entriesOf(childOf(node, 'arguments')).flatMap(({ key, value }): readonly [string, JsonObject][] => {
    const json = toJson(value);
    return isJsonObject(json) ? [[key, json]] : [];
  });
  const never = textsAt(node, 'never');
  return [{ ask, tools: tools.length === 0 ? [tool] : tools, never, arguments: new Map(args), location }];
}

/** Reads the minimum figures of `evaluate`. */
export function readThresholds(model: Model, node: SourceNode | undefined): Model {
  if (node === undefined) return model;
  const thresholds = rankings.map((ranking) => {
    const given = childOf(node, ranking);
    const values = figures.map((figure) => [figure, numberAt(given, figure)] as const);
    return [ranking, Object.fromEntries(values.filter(([, value]) => value !== undefined))];
  });
  return thresholdsPart.on(model, Object.fromEntries(thresholds) as Thresholds);
}
