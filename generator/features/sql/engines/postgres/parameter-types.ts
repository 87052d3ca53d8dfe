import type { BindKind, ParameterFacts } from '../engine.js';
import { baseOf, type TypeFacts } from './type-facts.js';

/** Object ids of built-in types, which are the same in all databases, each with the id of its array type. */
const ids = {
  text: [25, 1009],
  date: [1082, 1182],
  timestamptz: [1184, 1185],
  time: [1083, 1183],
  interval: [1186, 1187],
  uuid: [2950, 2951],
  bytea: [17, 1001],
  int8: [20, 1016],
  int4: [23, 1007],
  float8: [701, 1022],
  numeric: [1700, 1231],
  bool: [16, 1000],
  jsonb: [3802, 3807],
} as const;

type DefaultType = keyof typeof ids;

const formats: { readonly [format: string]: DefaultType } = {
  date: 'date',
  'date-time': 'timestamptz',
  time: 'time',
  duration: 'interval',
  uuid: 'uuid',
};

/** Lists the types of a parameter that the statement does not determine, the best first. */
export function listDefaultTypes(facts: ParameterFacts): readonly number[] {
  if (facts.type === 'array') return facts.items ? listScalarTypes(facts.items).map((type) => ids[type][1]) : [];
  return listScalarTypes(facts).map((type) => ids[type][0]);
}

/** Returns the name of the best default type. */
export function defaultTypeName(facts: ParameterFacts): string | undefined {
  const [item] = listScalarTypes(facts.type === 'array' && facts.items ? facts.items : facts);
  return item && (facts.type === 'array' ? `${item}[]` : item);
}

function listScalarTypes(facts: ParameterFacts): readonly DefaultType[] {
  switch (jsonType(facts)) {
    case 'string':
      return facts.isBase64 ? ['bytea'] : [formats[facts.format ?? ''] ?? 'text'];
    case 'integer':
      return ['int8', 'int4'];
    case 'number':
      return ['float8', 'numeric'];
    case 'boolean':
      return ['bool'];
    case 'object':
      return ['jsonb'];
    default:
      return [];
  }
}

/** Returns the JSON type. A schema that only lists strings allows strings. */
function jsonType({ type, enum: values }: ParameterFacts): ParameterFacts['type'] {
  return type ?? (values ? 'string' : undefined);
}

export interface TypeMismatch {
  /** End of the sentence that begins with the parameter. */
  readonly message: string;
  readonly help?: string;
}

/**
 * Compares the JSON Schema of an argument with its type in the database.
 * @param isCast Whether the author casts the parameter to that type: the database then converts any text.
 */
export function findMismatch(facts: ParameterFacts, type: TypeFacts, isCast: boolean): TypeMismatch | undefined {
  const base = baseOf(type);
  if (facts.isText && !base.items) return undefined;
  if (jsonType(facts) === undefined || isJson(base)) return undefined;
  if (base.items && facts.type === 'array') return facts.items && findMismatch(facts.items, base.items, isCast);
  if (facts.type === 'array') return describeMismatch(facts, base);
  if (base.items) return describeMismatch(facts, base);
  if (isCast && (facts.type === 'string' || isTextual(base))) return undefined;
  if (base.enum && jsonType(facts) === 'string') return compareEnums(facts, base);
  return allows(facts, base) ? compareRanges(facts, base) : describeMismatch(facts, base);
}

function allows(facts: ParameterFacts, base: TypeFacts): boolean {
  const name = base.isBuiltIn ? base.plainName : '';
  switch (jsonType(facts)) {
    case 'string':
      return allowsString(facts, name);
    case 'integer':
      return /^(?:int[248]|numeric|float[48]|oid)$/u.test(name);
    case 'number':
      return /^(?:numeric|float[48])$/u.test(name);
    case 'boolean':
      return name === 'bool';
    default:
      return false;
  }
}

function allowsString({ format, pattern, isBase64 }: ParameterFacts, name: string): boolean {
  if (/^(?:int[248]|numeric)$/u.test(name)) return pattern !== undefined && acceptsOnlyDigits(pattern);
  if (name === 'bytea') return isBase64 === true;
  if (/^(?:bool|float[48]|oid)$/u.test(name)) return false;
  if (/^timestamp(?:tz)?$/u.test(name)) return format === 'date-time' || format === 'date';
  if (name === 'date') return format === 'date' || format === 'date-time';
  if (/^time(?:tz)?$/u.test(name)) return format === 'time';
  if (name === 'interval') return format === 'duration';
  return name !== 'uuid' || format === 'uuid';
}

function acceptsOnlyDigits(pattern: string): boolean {
  try {
    const expression = new RegExp(pattern, 'u');
    return !['', 'a', '1a', 'a1', ' '].some((text) => expression.test(text));
  } catch {
    return false;
  }
}

function compareEnums(facts: ParameterFacts, base: TypeFacts): TypeMismatch | undefined {
  const labels = base.enum ?? [];
  const unknown = facts.enum?.find((value) => !labels.includes(value));
  if (unknown !== undefined) {
    const message = `can be \`${unknown}\`, which is not a value of the type ${base.name}`;
    return { message, help: `Use \`${describeSchema(base)}\`.` };
  }
  if (facts.enum) return undefined;
  const message = `must be one of the values of the type ${base.name}, but its schema allows other strings`;
  return { message, help: `Use \`${describeSchema(base)}\`.` };
}

const ranges: { readonly [name: string]: number } = { int2: 32_767, int4: 2_147_483_647 };

function compareRanges({ minimum, maximum }: ParameterFacts, base: TypeFacts): TypeMismatch | undefined {
  const largest = base.isBuiltIn ? ranges[base.plainName] : undefined;
  if (largest === undefined) return undefined;
  // Some libraries write the range of exact integers where none was meant.
  const wrong = [minimum, maximum].find(
    (bound) =>
      bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER && (bound > largest || bound < -largest - 1),
  );
  if (wrong === undefined) return undefined;
  const help = `Use \`minimum\` and \`maximum\` between ${-largest - 1} and ${largest}.`;
  return { message: `can be ${wrong}, which does not fit into the type ${base.name}`, help };
}

function describeMismatch(facts: ParameterFacts, base: TypeFacts): TypeMismatch {
  const format = facts.isBase64 ? ' with contentEncoding base64' : facts.format && ` with format ${facts.format}`;
  const message = `must have the type ${base.name}, but its schema says ${jsonType(facts) ?? 'any'}${format ?? ''}`;
  if (/^_?record$/u.test(base.plainName)) return { message, help: 'Compare the columns one by one.' };
  return { message, help: `Use \`${describeSchema(base)}\`.` };
}

/** Returns the JSON Schema for a type, as flow YAML without braces. */
function describeSchema(type: TypeFacts): string {
  const base = baseOf(type);
  if (base.items) return `type: array, items: { ${describeSchema(base.items)} }`;
  if (base.enum) return `type: string, enum: [${base.enum.map(quoteLabel).join(', ')}]`;
  return (base.isBuiltIn && schemas[base.plainName]) || 'type: string';
}

function quoteLabel(label: string): string {
  return /^[A-Za-z][\w -]*$/u.test(label) && !/^(?:null|true|false|yes|no|on|off)$/iu.test(label)
    ? label
    : JSON.stringify(label);
}

const schemas: { readonly [name: string]: string } = {
  int2: 'type: integer',
  int4: 'type: integer',
  int8: 'type: integer',
  oid: 'type: integer',
  numeric: 'type: number',
  float4: 'type: number',
  float8: 'type: number',
  bool: 'type: boolean',
  date: 'type: string, format: date',
  timestamp: 'type: string, format: date-time',
  timestamptz: 'type: string, format: date-time',
  time: 'type: string, format: time',
  timetz: 'type: string, format: time',
  interval: 'type: string, format: duration',
  uuid: 'type: string, format: uuid',
  bytea: 'type: string, contentEncoding: base64',
};

function isJson({ isBuiltIn, plainName }: TypeFacts): boolean {
  return isBuiltIn && /^jsonb?$/u.test(plainName);
}

function isTextual({ isBuiltIn, plainName }: TypeFacts): boolean {
  return isBuiltIn && /^(?:text|varchar|bpchar|name)$/u.test(plainName);
}

/** Returns how a value is bound. */
export function bindOf(facts: ParameterFacts, type: TypeFacts): BindKind {
  if (facts.isText) return 'text';
  const base = baseOf(type);
  if (isJson(base)) return 'json';
  if (base.items) return 'array';
  if (!base.isBuiltIn) return 'text';
  if (base.plainName === 'bytea') return 'bytes';
  if (jsonType(facts) === 'string') return 'text';
  if (base.plainName === 'bool') return 'boolean';
  if (/^(?:int[248]|oid)$/u.test(base.plainName)) return 'integer';
  return /^(?:numeric|float[48])$/u.test(base.plainName) ? 'number' : 'text';
}

/** Whether a date and time with its zone is bound to a type without a zone. PostgreSQL would ignore the zone. */
export function losesZone(facts: ParameterFacts, type: TypeFacts): boolean {
  const base = baseOf(type);
  return facts.format === 'date-time' && base.isBuiltIn && base.plainName === 'timestamp';
}
