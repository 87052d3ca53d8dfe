import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildClientSchema, buildSchema, typeFromAST, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';
import { sdl } from './library-schema.js';
import { makeInput, OperationWriter, Random, ResultMaker, splitDocument } from './random-operations.js';
import { useAnswers } from './start-endpoint.js';

/** Paths of other schemas, separated by commas, how many operations of each are tried, and which. */
const { GRAPHQL_SCHEMAS: others, GRAPHQL_OPERATIONS: count = '12', GRAPHQL_SEED: seed = '' } = process.env;
const answersEach = 20;

const schemas = others
  ? others.split(',').map((file) => [path.basename(file), readFileSync(file, 'utf8')] as const)
  : [['library.graphql', sdl] as const];

/** Removes a member of an object in an answer, as deep as the first members lead. */
function damage(value: unknown): unknown {
  const copy = structuredClone(value);
  let object = copy as { [key: string]: unknown };
  for (;;) {
    const [key = ''] = Object.keys(object);
    const member = Array.isArray(object[key]) ? object[key][0] : object[key];
    if (typeof member === 'object' && member !== null && !Array.isArray(member) && Object.keys(member).length > 0) {
      object = member as { [key: string]: unknown };
      continue;
    }
    delete object[key];
    return copy;
  }
}

describe.each(schemas)('%s', async (file, text) => {
  const schema: GraphQLSchema = file.endsWith('.json')
    ? buildClientSchema((JSON.parse(text) as { data?: never }).data ?? (JSON.parse(text) as never))
    : buildSchema(text, { assumeValid: true });
  const random = new Random(
    Number.parseInt(
      createHash('sha256')
        .update(file + seed)
        .digest('hex')
        .slice(0, 8),
      16,
    ),
  );
  const writer = new OperationWriter(schema, random);
  const operations = Array.from({ length: Number(count) }, (_, index) => {
    const kind = index % 5 === 4 && schema.getMutationType() ? 'mutation' : 'query';
    const root = kind === 'mutation' ? schema.getMutationType() : schema.getQueryType();
    const field = random.pick(Object.values(root!.getFields()));
    return writer.write(kind, field, `Operation${index}`);
  });
  let damaged: { value: unknown } | undefined;
  const endpoint = await useAnswers(({ query = '', variables = {} }) => {
    const { operations: found, fragments } = splitDocument(query);
    const value = new ResultMaker(schema, random, fragments, variables as { readonly [name: string]: unknown }).make(
      found[0]!,
    );
    const bad = damaged && damage(value);
    if (damaged) damaged.value = bad;
    return { data: bad ?? value };
  });
  const name = file.replace(/\..*/u, '').replaceAll('-', '');
  const project = await createProject({
    'definitions/server.mcp.yaml': `server: { name: s, version: 1.0.0 }\nlint: { lint-same-description: off }\ngraphql:\n  ${name}:\n    endpoint: https://a.example/graphql\n    schema: ./${file}\n    operations: ./all.graphql\n    maxCost: 1000000\n`,
    [`definitions/${file}`]: text,
    'definitions/all.graphql': operations.join('\n\n'),
  });
  const server = await project.bundle();
  const started = askServer(server, ways[0]!, {
    environment: { [`S__${name.toUpperCase()}__BASE_URL`]: endpoint.url },
  });
  afterAll(async () => (await started).close());

  test('types compile', async () => {
    const problems = project.report.diagnostics.filter(({ code }) => code !== 'unknown-scalar');
    expect(problems).toEqual([]);
    expect(await typeCheck(project.folder, ['generated'])).toBe('');
  }, 600_000);

  test('every answer that the schema allows is accepted, and others are not', async () => {
    const asked = await started;
    const failures: unknown[] = [];
    let accepted = 0;
    let refused = 0;
    for (const operation of operations.flatMap((each) => splitDocument(each).operations)) {
      const tool = operation.name?.value ?? '';
      for (let index = 0; index < answersEach; index += 1) {
        const input = Object.fromEntries(
          (operation.variableDefinitions ?? []).map((each) => [
            each.variable.name.value,
            makeInput(typeFromAST(schema, each.type) as GraphQLInputType, random),
          ]),
        );
        const isDamaged = index === answersEach - 1;
        damaged = isDamaged ? { value: undefined } : undefined;
        const { result } = await asked.call(tool, input);
        const isError = result.isError === true && !/ API returned errors/u.test(JSON.stringify(result.content));
        if (!isDamaged && isError) failures.push([tool, input, result.content]);
        if (!isDamaged && !isError) accepted += 1;
        if (isDamaged && damaged?.value !== undefined && result.isError === true) refused += 1;
      }
    }
    expect(failures.slice(0, 3)).toEqual([]);
    expect(accepted).toBe(operations.length * (answersEach - 1));
    expect(refused).toBeGreaterThan(operations.length / 3);
  }, 600_000);
});
