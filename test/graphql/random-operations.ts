import {
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Numbers from a seed, the same in each run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to `below` - 1. */
  next(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  /** True once in `count` times. */
  one(count: number): boolean {
    return this.next(count) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.next(list.length)] as T;
  }
}

const maxDepth = 6;

/** Writes random operations that are valid for a schema: aliases, fragments, directives, variables, defaults. */
export class OperationWriter {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  #variables = new Map<string, string>();
  #fragments: string[] = [];
  #count = 0;
  #fields = 0;

  constructor(schema: GraphQLSchema, random: Random) {
    this.#schema = schema;
    this.#random = random;
  }

  /** Returns an operation with its fragments. */
  write(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>, name: string): string {
    this.#variables = new Map();
    this.#fragments = [];
    this.#fields = 0;
    const selected = this.#writeField(field, field.name, 0, name);
    const variables = [...this.#variables].map(([variable, type]) => `  $${variable}: ${type}`).join('\n');
    const shown = variables === '' ? '' : `(\n${variables}\n)`;
    return [`# Calls ${field.name}.\n${kind} ${name}${shown} {\n  ${selected}\n}`, ...this.#fragments].join('\n\n');
  }

  #writeField(field: GraphQLField<unknown, unknown>, key: string, depth: number, name: string): string {
    const given = field.args.filter(
      (each) => isRequiredArgument(each) || (!each.deprecationReason && this.#random.one(depth === 0 ? 2 : 5)),
    );
    const written = given.map((each) => `${each.name}: $${this.#declare(each)}`).join(', ');
    const type = getNamedType(field.type);
    const set = isCompositeType(type) ? ` ${this.#writeSet(type, depth + 1, name)}` : '';
    const directive =
      depth > 0 && this.#random.one(12) ? ` @${this.#random.pick(['include', 'skip'])}(if: $${this.#flag()})` : '';
    return `${key === field.name ? '' : `${key}: `}${field.name}${written === '' ? '' : `(${written})`}${directive}${set}`;
  }

  #flag(): string {
    const name = `flag${this.#random.next(2)}`;
    this.#variables.set(name, 'Boolean!');
    return name;
  }

  #declare(argument: GraphQLArgument): string {
    const name = `${argument.name}${(this.#count += 1)}`;
    const type = String(argument.type);
    const isSize = /^(?:first|last)$/u.test(argument.name) && type === 'Int';
    this.#variables.set(name, isSize && this.#random.one(2) ? 'Int = 3' : type);
    return name;
  }

  #writeSet(type: GraphQLCompositeType, depth: number, name: string): string {
    const parts: string[] = [];
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of this.#chooseFields(Object.values(type.getFields()), depth)) {
        const key = field.args.length > 0 || this.#random.one(8) ? `${field.name}_${(this.#count += 1)}` : field.name;
        parts.push(this.#writeField(field, key, depth, name));
      }
    }
    if (isAbstractType(type)) {
      const possible = [...this.#schema.getPossibleTypes(type)];
      const count = depth < maxDepth ? 1 + this.#random.next(3) : 0;
      for (let index = 0; index < count; index += 1) {
        parts.push(this.#writeFragment(this.#random.pick(possible), depth, name));
      }
      if (this.#random.one(3)) parts.push('__typename');
    } else if (this.#random.one(6) && depth < maxDepth) {
      parts.push(this.#writeFragment(type as GraphQLObjectType, depth, name));
    }
    if (parts.length === 0) parts.push('__typename');
    return `{ ${parts.join(' ')} }`;
  }

  #writeFragment(type: GraphQLObjectType, depth: number, name: string): string {
    const fields = this.#chooseFields(Object.values(type.getFields()), depth).map((field) =>
      // Keys of different types must not conflict.
      this.#writeField(field, `${field.name}_${(this.#count += 1)}`, depth, name),
    );
    const set = `{ ${fields.length === 0 ? '__typename' : fields.join(' ')} }`;
    if (this.#random.one(2)) return `... on ${type.name} ${set}`;
    const fragment = `${name}Part${(this.#count += 1)}`;
    this.#fragments.push(`fragment ${fragment} on ${type.name} ${set}`);
    return `...${fragment}`;
  }

  #chooseFields(
    fields: readonly GraphQLField<unknown, unknown>[],
    depth: number,
  ): readonly GraphQLField<unknown, unknown>[] {
    const usable = fields.filter(
      (field) =>
        (isLeafType(getNamedType(field.type)) || depth < maxDepth) &&
        // Each required argument is a variable, of which clients accept few.
        field.args.filter(isRequiredArgument).length < 3,
    );
    const wanted = 1 + this.#random.next(5);
    const chosen = new Set<GraphQLField<unknown, unknown>>();
    for (let index = 0; index < wanted && usable.length > 0 && this.#fields < 120; index += 1) {
      chosen.add(this.#random.pick(usable));
      this.#fields += 1;
    }
    return [...chosen];
  }
}

/** Makes values for a schema as a server would: of every possible type, with nulls where they are allowed. */
export class ResultMaker {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: { readonly [name: string]: unknown };

  constructor(
    schema: GraphQLSchema,
    random: Random,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: { readonly [name: string]: unknown },
  ) {
    this.#schema = schema;
    this.#random = random;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  make(operation: OperationDefinitionNode): unknown {
    const root = this.#schema.getRootType(operation.operation) as GraphQLObjectType;
    return this.#object(root, [operation.selectionSet]);
  }

  #object(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): unknown {
    const fields = new Map<string, FieldNode[]>();
    const visit = (set: SelectionSetNode): void => {
      for (const each of set.selections) {
        if (this.#isExcluded(each)) continue;
        if (each.kind === Kind.FIELD) {
          const key = each.alias?.value ?? each.name.value;
          fields.set(key, [...(fields.get(key) ?? []), each]);
          continue;
        }
        const fragment = each.kind === Kind.INLINE_FRAGMENT ? each : this.#fragments.get(each.name.value);
        const condition = fragment?.typeCondition && this.#schema.getType(fragment.typeCondition.name.value);
        const applies =
          !condition || condition === type || (isAbstractType(condition) && this.#schema.isSubType(condition, type));
        if (fragment && applies) visit(fragment.selectionSet);
      }
    };
    sets.forEach(visit);
    return Object.fromEntries(
      [...fields].map(([key, nodes]) => {
        const name = nodes[0]?.name.value ?? '';
        if (name === '__typename') return [key, type.name];
        const field = type.getFields()[name];
        return [key, field ? this.#value(field.type, nodes) : null];
      }),
    );
  }

  #isExcluded({ directives = [] }: { readonly directives?: FieldNode['directives'] }): boolean {
    return (directives ?? []).some(({ name, arguments: given = [] }) => {
      const value = given[0]?.value;
      const flag =
        value?.kind === Kind.VARIABLE ? this.#variables[value.name.value] : value?.kind === Kind.BOOLEAN && value.value;
      return name.value === 'skip' ? flag === true : name.value === 'include' && flag !== true;
    });
  }

  #value(type: GraphQLOutputType, nodes: readonly FieldNode[]): unknown {
    if (isNonNullType(type)) return this.#plain(type.ofType as GraphQLOutputType, nodes);
    return this.#random.one(6) ? null : this.#plain(type, nodes);
  }

  #plain(type: GraphQLOutputType, nodes: readonly FieldNode[]): unknown {
    if (isListType(type)) {
      return Array.from({ length: this.#random.next(4) }, () => this.#value(type.ofType as GraphQLOutputType, nodes));
    }
    const named = getNamedType(type);
    if (isEnumType(named)) return this.#random.pick(named.getValues()).name;
    if (isLeafType(named)) return this.#scalar(named.name);
    const concrete = isObjectType(named)
      ? named
      : (this.#random.pick(this.#schema.getPossibleTypes(named as never)) as GraphQLObjectType);
    return this.#object(
      concrete,
      nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    );
  }

  #scalar(name: string): unknown {
    if (name === 'Int') return this.#random.next(1000);
    if (name === 'Float') return this.#random.next(1000) / 8;
    if (name === 'Boolean') return this.#random.one(2);
    if (/^(?:JSON|Any)/u.test(name)) return { any: [1, null] };
    if (/^(?:BigInt|Long|UnsignedInt64)$/u.test(name)) return String(this.#random.next(1e9));
    if (/^Decimal$/u.test(name)) return '12.50';
    return `${name} ${this.#random.next(1000)}`;
  }
}

/** Makes a value for a variable: required members, and some of the others. */
export function makeInput(type: GraphQLInputType, random: Random, depth = 0): unknown {
  if (!isNonNullType(type) && random.one(8)) return null;
  const plain = getNullableType(type);
  if (isListType(plain)) {
    return Array.from({ length: depth > 4 ? 0 : random.next(3) }, () =>
      makeInput(plain.ofType as GraphQLInputType, random, depth + 1),
    );
  }
  if (isEnumType(plain)) return random.pick(plain.getValues()).name;
  if (isInputObjectType(plain)) {
    const fields = Object.values(plain.getFields());
    if (plain.isOneOf) {
      const field = random.pick(fields);
      return { [field.name]: makeInput(new GraphQLNonNull(getNullableType(field.type)), random, depth + 1) };
    }
    const chosen = fields.filter((field) => isRequiredInputField(field) || (depth < 3 && random.one(3)));
    return Object.fromEntries(chosen.map((field) => [field.name, makeInput(field.type, random, depth + 1)]));
  }
  const name = getNamedType(plain).name;
  if (name === 'Int') return random.next(100);
  if (name === 'Float') return 1.5;
  if (name === 'Boolean') return random.one(2);
  if (/^(?:DateTime|ISO8601DateTime)$/u.test(name)) return '2026-01-02T03:04:05Z';
  if (name === 'Date') return '2026-01-02';
  if (name === 'URI' || name === 'URL') return 'https://example.com/';
  if (/^(?:JSON)/u.test(name)) return { a: 1 };
  return name === 'Decimal' ? '1.50' : 'text';
}

/** Parses a document to its operations and fragments. */
export function splitDocument(text: string) {
  const { definitions } = parse(text);
  return {
    operations: definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION),
    fragments: new Map(
      definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
    ),
  };
}
