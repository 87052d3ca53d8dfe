import { isObject, MockValues, type Follow, type MockSchema } from '../../generator/core/schema/mock-values.js';

/** An answer; `body` is JSON, or text of another media type. */
export interface MockReply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body?: unknown;
}

/** An operation of a document, and how its requests are recognized. */
export interface MockRoute {
  /** Method and path template, such as `GET /pets/{petId}`. */
  readonly operation: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Answers as the document says. */
  reply(): MockReply;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const maxReferences = 20;
/** Documented headers that must be true of the body, and of the pages of a list. */
const untrue = new Set([
  'link',
  'content-length',
  'content-encoding',
  'content-type',
  'transfer-encoding',
  'connection',
]);

/** Path below which the operations of a document are: that of its first server. */
export function readBasePath(document: MockSchema): string {
  const [server] = (document['servers'] ?? []) as readonly { readonly url?: string }[];
  const path = document['basePath'] ?? new URL(server?.url ?? '/', 'http://localhost').pathname;
  return String(path).replace(/\/$/u, '');
}

/**
 * The operations of an OpenAPI document (2.0 or 3.x, already parsed). Of two routes that fit a path, the
 * first one is meant: exact routes with few parameters are before those whose last parameter takes slashes.
 *
 * @param items Items of a list in an answer.
 */
export function readRoutes(document: MockSchema, items: number): readonly MockRoute[] {
  const follow = createFollow(document);
  const values = new MockValues(follow, items);
  const routes = Object.entries(follow(document['paths'])).flatMap(([path, node]) => {
    const pathItem = follow(node);
    return methods.flatMap((method) => {
      if (pathItem[method] === undefined) return [];
      const responses = follow(follow(pathItem[method])['responses']);
      const reply = (): MockReply => makeReply(responses, follow, values, items);
      const route = { operation: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), reply };
      return [false, true].map((isLoose) => ({ ...route, ...toPattern(path, isLoose) }));
    });
  });
  return routes.toSorted((left, right) => rank(left) - rank(right));
}

function createFollow(document: MockSchema): Follow {
  return (node) => {
    let current = node;
    for (let step = 0; step < maxReferences && isObject(current) && typeof current['$ref'] === 'string'; step += 1) {
      const steps = current['$ref'].split('/').slice(1).map(decodeStep);
      current = steps.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), document);
    }
    return isObject(current) ? current : {};
  };
}

function decodeStep(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function rank({ names, pattern }: MockRoute): number {
  return names.length + (pattern.source.includes('(.+)') ? 100 : 0);
}

/** @param isLoose The last parameter takes slashes too: some documents put whole paths there. */
function toPattern(path: string, isLoose: boolean): Pick<MockRoute, 'pattern' | 'names'> {
  const parts = path.split(/\{([^{}]+)\}/u);
  const names = parts.filter((_, index) => index % 2 === 1);
  const isLast = (index: number): boolean => isLoose && index === parts.length - 2 && parts.at(-1) === '';
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^$()|[\]\\]/gu, String.raw`\$&`);
    return isLast(index) ? '(.+)' : '([^/]+?)';
  });
  return { pattern: new RegExp(`^${source.join('')}$`, 'u'), names };
}

function makeReply(responses: MockSchema, follow: Follow, values: MockValues, items: number): MockReply {
  const key =
    Object.keys(responses)
      .toSorted()
      .find((status) => /^[23]/u.test(status)) ?? '200';
  const status = Number(key.replaceAll('X', '0'));
  const response = follow(responses[key] ?? responses['default']);
  const headers = Object.fromEntries(
    Object.entries(response['headers'] ?? {}).flatMap(([name, header]) => {
      const example = exampleOf(follow(header), follow) ?? follow(follow(header)['schema'])['example'];
      if (untrue.has(name.toLowerCase())) return [];
      return typeof example === 'string' ? [[name.toLowerCase(), example]] : [];
    }),
  );
  const content = findContent(response, follow);
  if (content === undefined || status === 204 || status === 304) return { status, headers };
  const example = exampleOf(content.media, follow);
  const body = example === undefined ? values.make(content.media['schema']) : lengthen(example, items);
  return { status, headers: { ...headers, 'content-type': content.type }, body };
}

/** JSON before other media types. The answers of OpenAPI 2.0 have a schema and examples of their own. */
function findContent(
  response: MockSchema,
  follow: Follow,
): { readonly type: string; readonly media: MockSchema } | undefined {
  if (response['schema'] !== undefined) {
    const example = follow(response['examples'])['application/json'];
    return {
      type: 'application/json',
      media: { schema: response['schema'], ...(example !== undefined && { example }) },
    };
  }
  const entries = Object.entries(follow(response['content']));
  const [type, media] = entries.find(([name]) => /\bjson\b/u.test(name)) ?? entries[0] ?? [];
  return type === undefined
    ? undefined
    : { type: type.includes('*') ? 'application/json' : type, media: follow(media) };
}

function exampleOf(node: MockSchema, follow: Follow): unknown {
  if (node['example'] !== undefined) return node['example'];
  const [first] = Object.values((node['examples'] ?? {}) as object) as readonly unknown[];
  return first === undefined ? undefined : followValue(follow(first)['value'], follow);
}

/** The value of an example. Some documents refer to another example where the value should be. */
function followValue(value: unknown, follow: Follow): unknown {
  if (!isObject(value) || typeof value['$ref'] !== 'string') return value;
  const target = follow(value);
  return 'value' in target ? target['value'] : target;
}

/** Repeats the items of a list. The copies have other whole numbers as `id` and `number`. */
function lengthen(example: unknown, items: number): unknown {
  if (!Array.isArray(example) || example.length === 0 || example.length >= items) return example;
  return Array.from({ length: items }, (_, index) => {
    const item: unknown = example[index % example.length];
    if (!isObject(item)) return item;
    const [id, number] = [item['id'], item['number']].map((value) =>
      Number.isInteger(value) ? Number(value) + index : value,
    );
    return { ...item, ...('id' in item && { id }), ...('number' in item && { number }) };
  });
}
