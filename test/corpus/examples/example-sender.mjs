import { compareBody } from './compare-body.mjs';
import { invertBinding } from './invert-binding.mjs';
import { Judge } from './judge-value.mjs';
import { makeArgument } from './make-value.mjs';

/** Calls the tools of a server with examples, and counts those that arrive at the mock of its API. */
export class ExampleSender {
  #setup;
  #counts;
  #judge;

  /**
   * @param {object} setup document, bindings by tool (`operations`), mock of the API (`api`), and `server`
   * @param {object} counts of the row, which are added to
   */
  constructor(setup, counts) {
    this.#setup = setup;
    this.#counts = counts;
    this.#judge = new Judge(setup.document);
  }

  /** Sends one of the examples of `collectExamples`. */
  async send(example) {
    const { path, method, mediaType, schema, name, isMade } = example;
    const counts = this.#counts;
    const [tool, [, operation] = []] = this.#findTool(example);
    if (!isMade) counts.documented += 1;
    if (mediaType !== undefined && operation?.body !== undefined && operation.body.mediaType !== mediaType) {
      if (!isMade) counts.otherType += 1;
      return;
    }
    const body = this.#judge.withoutReadOnly(schema, example.value);
    const fault = findLooseFault(mediaType, body, operation) ?? this.#judge.findFault(schema, body);
    // A body that was made wrong says nothing about its document.
    if (isMade && (fault !== undefined || !tool)) return;
    if (isMade) counts.made += 1;
    else if (fault === undefined) counts.valid += 1;
    const reason = tool === undefined ? 'the operation has no tool' : await this.#call(example, body);
    if (reason === undefined) {
      counts[isMade ? 'madeArrived' : 'arrived'] += 1;
      if (!isMade && JSON.stringify(body) !== JSON.stringify(example.value)) counts.readOnly += 1;
    } else {
      const described = { tool: tool ?? `${method} ${path}`, name, reason };
      counts.faults.push(fault === undefined ? described : { ...described, fault });
    }
  }

  #findTool({ method, path }) {
    const { operations } = this.#setup;
    const isSame = ([, [, operation]]) => operation.method === method && isSamePath(operation.path, path);
    return [...operations].find(isSame) ?? [];
  }

  /** Returns why the body did not arrive as it was meant. */
  async #call(example, body) {
    const { document, api, server } = this.#setup;
    const [tool, [binding, operation]] = this.#findTool(example);
    const given = example.parameters.flatMap((parameter) => {
      const { in: place, name, required } = parameter.node;
      if (place !== 'path' && required !== true) return [];
      return [{ place, name, value: makeArgument(document, this.#judge, parameter) }];
    });
    const { input, failure } = invertBinding(binding, operation, given, body);
    if (failure !== undefined) return failure;
    api.requests.length = 0;
    const error = await server.call(tool, input);
    const [request] = api.requests;
    if (request === undefined) {
      return `refused: ${(error ?? 'nothing arrived').replace(/^Invalid arguments for tool.*\n/u, '')}`;
    }
    // An optional body without properties is not sent.
    const isEmpty = body === null || JSON.stringify(body) === '{}';
    if (isEmpty && operation.body.value.isRequired !== true && request.body.length === 0) {
      if (!example.isMade) this.#counts.empty += 1;
      return undefined;
    }
    const difference = compareBody(request.mediaType, request.body, body);
    return difference === undefined ? undefined : `changed: ${difference}`;
  }
}

/** Problem of an example that a schema without `type` allows. */
function findLooseFault(mediaType, body, operation) {
  if (Object(body) === body) return undefined;
  if (mediaType?.startsWith('multipart/')) return 'a multipart body must be an object or a list';
  const isText = typeof body === 'string' && /^\s*[[{]/u.test(body);
  return isText && operation?.body?.value.members ? 'the example is a text with JSON in it' : undefined;
}

function isSamePath(pieces, template) {
  const written = pieces.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('');
  const plain = template.replace(/\{[^{}]+\}/gu, '{}');
  return written === plain || written === `/${plain}`;
}
