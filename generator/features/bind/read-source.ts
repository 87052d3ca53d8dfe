import { jsonObjectOf, type JsonObject } from '../../core/model/json.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import type { Help, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { entriesOf, entryOf, toJson, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import type { BoundArgumentModel } from './bind-part.js';

/** Reports a problem of `bind`. */
export type ReportBind = (location: SourceLocation, message: string, help: Help) => void;

/** Sources of values and `stdio`. */
const keys = ['from', 'env', 'header', 'value', 'stdio'];
const sourceKeys: ReadonlySet<string> = new Set(['from', 'env', 'header', 'value']);
const example = 'Add a source, such as `from: auth.claims.tenant`.';

/** Reads `bind` of an argument; `undefined` after an error. */
export function readBind(
  name: string,
  bind: MapEntry,
  type: unknown,
  report: ReportBind,
): BoundArgumentModel | undefined {
  const { value: node, keyLocation: location } = bind;
  if (node.kind !== 'map') {
    report(node.location, '`bind` must be a mapping.', example);
    return undefined;
  }
  const unknown = node.entries.filter(({ key }) => !keys.includes(key));
  for (const { key, keyLocation } of unknown) {
    report(
      keyLocation,
      `The key \`${key}\` is not allowed here.`,
      didYouMean(key, keys) ?? `Keys: ${keys.join(', ')}.`,
    );
  }
  if (unknown.length > 0) return undefined;
  const [first, second] = node.entries.filter(({ key }) => sourceKeys.has(key));
  if (!first) report(location, `\`bind\` of \`${name}\` has no source.`, example);
  if (second) report(second.keyLocation, '`bind` has two sources.', `Remove \`${first?.key}\` or \`${second.key}\`.`);
  const source = first && !second ? readSource(first, type, report) : undefined;
  const stdio = entryOf(node, 'stdio');
  if (!source) return undefined;
  if (!stdio) return { name, source, location };
  if (first?.key !== 'from' && first?.key !== 'header') {
    report(stdio.keyLocation, `\`${first?.key}\` is the same on stdio.`, 'Remove `stdio`.');
    return undefined;
  }
  const standIn = readStandIn(stdio, type, report);
  return standIn && { name, source, stdio: standIn, location };
}

function readSource({ key, value }: MapEntry, type: unknown, report: ReportBind): JsonObject | undefined {
  if (key === 'value') return jsonObjectOf({ kind: 'value', value: toJson(value) });
  const text = value.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
  if (key === 'from') {
    const path = parseCallerPath(text);
    if (path) return jsonObjectOf({ kind: 'caller', path });
    report(value.location, `\`${text}\` is not a value of the caller.`, callerHelp(text));
    return undefined;
  }
  if (key === 'env') return readVariable(value, text, type, report);
  const problem = findHeaderProblem(text);
  if (problem === undefined) return jsonObjectOf({ kind: 'header', name: text, type: textType(type) });
  report(value.location, problem, 'Use a header of its own, such as `X-Tenant`.');
  return undefined;
}

function readVariable(node: SourceNode, name: string, type: unknown, report: ReportBind): JsonObject | undefined {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name)) return jsonObjectOf({ kind: 'env', name, type: textType(type) });
  report(node.location, `\`${name}\` is not the name of an environment variable.`, 'Write it like `env: TENANT`.');
  return undefined;
}

/** Reads the value that stands for the caller on stdio: a constant or an environment variable. */
function readStandIn({ value }: MapEntry, type: unknown, report: ReportBind): JsonObject | undefined {
  if (value.kind !== 'map') return jsonObjectOf({ kind: 'value', value: toJson(value) });
  const [entry, ...others] = entriesOf(value);
  const name = entry?.value.kind === 'scalar' ? String(entry.value.value) : '';
  if (entry?.key === 'env' && others.length === 0) return readVariable(entry.value, name, type, report);
  const help = 'Write the value itself, such as `stdio: local`, or `stdio: { env: TENANT }`.';
  report(value.location, '`stdio` must be a constant or `{ env: NAME }`.', help);
  return undefined;
}

/** Type of the value that a text is converted to; `undefined` if it remains a string. */
function textType(type: unknown): string | undefined {
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : undefined;
}

/** Parses `auth.subject`, `auth.principal` or `auth.claims.<name>…`. A name can also be `['name']`. */
function parseCallerPath(text: string): readonly string[] | undefined {
  if (text === 'auth.subject' || text === 'auth.principal') return [text.slice('auth.'.length)];
  const [, claims] = /^auth\.claims((?:\.[\w$-]+|\['[^'\]]+'\])+)$/u.exec(text) ?? [];
  if (claims === undefined || text.length > maxPath) return undefined;
  return [
    'claims',
    ...[...claims.matchAll(/\.([\w$-]+)|\['([^'\]]+)'\]/gu)].map(([, plain, quoted]) => plain ?? quoted ?? ''),
  ];
}

/** Maximum length of a path, in characters. */
const maxPath = 1000;

function callerHelp(text: string): Help {
  const meant = didYouMean(text, ['auth.subject', 'auth.principal', 'auth.claims.tenant']);
  const all =
    "Write `auth.subject`, `auth.principal`, `auth.claims.<name>`, or `auth.claims['<name>']` for a name with dots.";
  return meant === undefined || text.startsWith('auth.claims') ? all : meant;
}

/** Headers that have a meaning of their own, or contain credentials. */
const reserved =
  /^(?:authorization|proxy-.*|cookie2?|set-cookie2?|dpop|host|origin|referer|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|forwarded|accept.*|content-.*|expect|date|last-event-id|mcp-.*|sec-.*)$/iu;

function findHeaderProblem(name: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/u.test(name)) return `\`${name}\` is not the name of a header.`;
  return reserved.test(name) ? `The header \`${name}\` cannot be bound to an argument.` : undefined;
}
