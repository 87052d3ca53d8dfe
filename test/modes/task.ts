import type { MockOverride, MockOverrides } from '../kit/start-mock-api.js';
import type { MockReply } from '../kit/mock-document.js';
import { isObject } from '../../generator/core/schema/mock-values.js';

/** An operation that a task needs. */
export interface Use {
  /** Name of the operation's tool. */
  readonly tool: string;
  /** Words that a model looks for when it knows the task, and not the API. */
  readonly query: string;
  /** Fields of the answer that the task needs, for tools that have an argument `fields`. */
  readonly fields?: readonly string[];
}

/** Something that a user asks a model to do with an API. */
export interface Task {
  /** The request in the user's words. */
  readonly name: string;
  /** Operations by the name that the script has for them, such as `issues.listForRepo`. */
  readonly uses: { readonly [call: string]: Use };
  /** Toolsets that suffice, of an API that has toolsets. */
  readonly toolsets?: readonly string[];
  /** Answers of the API. */
  readonly replies: MockOverrides;
  /** JavaScript that does the task with the functions of the API; what it returns is the answer to the user. */
  readonly script: string;
  /** The facts that the user has to learn, as JSON. */
  readonly answer?: unknown;
  /** Requests that change something, each as `formatRequest` prints it, in any order. No others may arrive. */
  readonly effects?: readonly string[];
}

/** Items of a documented list, or copies of a documented object, as many as there are changes. */
export function copies(documented: MockReply, changes: readonly object[], member?: string): readonly object[] {
  const body =
    member === undefined ? documented.body : (documented.body as { readonly [name: string]: unknown })[member];
  const items: readonly unknown[] = Array.isArray(body) ? body : [body];
  return changes.map((change, index) => {
    const item = items[index % items.length];
    return { ...(isObject(item) ? item : {}), ...change };
  });
}

/** Answers with the page of a list that a request asks for with `page` and `per_page`, and a link to the next page. */
export function paged(changes: readonly object[]): MockOverride {
  return ({ path, query }, documented) => {
    const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)];
    const body = copies(documented, changes).slice((number - 1) * size, number * size);
    const next = `<https://api.github.com${path}?per_page=${size}&page=${number + 1}>; rel="next"`;
    return { body, headers: { link: number * size < changes.length ? next : '' } };
  };
}

/** Numbers from one to a last one. */
export function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
