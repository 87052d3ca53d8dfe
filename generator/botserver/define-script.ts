import path from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { ParsedSource } from '../source/parsed-source.js';
import type { MapEntry, SourceNode } from '../source/source-node.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../source/make-node.js';
import { defaultType, findType, suggestType, type ParameterType } from './parameter-type.js';
import type { ParsedParameter } from './parse-parameter.js';
import { readScript } from './read-script.js';
import { locateSpan, type ScriptToken } from './tokenize-line.js';
import { isUnread, typeValue } from './type-value.js';

/** Tree of a definition with one tool; locations are those of the script. */
interface ScriptDefinition extends ParsedSource {
  readonly root: SourceNode;
  /** Code of the script, as text. */
  readonly body: string;
}

/**
 * Parses a script and translates its declarations to the tree of a definition with one tool, which is named after the file.
 * Never throws: a declaration that cannot be read is left out and reported.
 */
export function defineScript(file: string, text: string): ScriptDefinition {
  const script = readScript(file, text);
  const start: SourceLocation = { file, line: 1, column: 1, length: 1 };
  const problems: Diagnostic[] = [...script.diagnostics];
  if (!script.isTool && problems.length === 0) {
    const message = 'This script is no tool, because it has neither `PARAM` nor `DESCRIPTION`; it is left out.';
    const empty = mapNode([entryFor('tools', mapNode([], start))], start);
    return { root: empty, diagnostics: [createDiagnostic('left-out', start, message)], body: script.body };
  }
  const properties = script.parameters.map((parameter) => defineParameter(parameter, problems));
  const required = script.parameters.flatMap(({ name, optional, default: byDefault }) =>
    optional || byDefault ? [] : [textNode(name)],
  );
  const inputSchema = mapNode(
    [
      entryFor('type', scalarNode('object', start)),
      entryFor('properties', mapNode(properties, start)),
      ...(required.length > 0 ? [entryFor('required', sequenceNode(required, start))] : []),
    ],
    start,
  );
  const { description } = script;
  const tool = mapNode(
    [
      ...(description ? [entryFor('description', textNode(description))] : []),
      entryFor('inputSchema', inputSchema),
      entryFor('timeoutMs', scalarNode(scriptTimeoutMs, start)),
    ],
    start,
  );
  const name = path.posix.basename(file).replace(/\.bas$/iu, '');
  const tools = mapNode([{ key: name, keyLocation: start, value: tool }], start);
  return { root: mapNode([entryFor('tools', tools)], start), diagnostics: problems, body: script.body };
}

/** Time limit of tools in BotServer. */
export const scriptTimeoutMs = 30_000;

function defineParameter(parsed: ParsedParameter, problems: Diagnostic[]): MapEntry {
  const { name } = parsed;
  if (!/^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name.value)) {
    const help = 'A name begins with a letter or `_`, followed by letters, digits and `_`.';
    const message = `\`${name.value}\` is not a valid name of a parameter.`;
    problems.push(createDiagnostic('invalid-name', locateSpan(name), message, { help }));
  }
  checkFlags(parsed, problems);
  const { type, format } = readType(parsed.type, problems);
  const literal = (token: ScriptToken) => typeValue(token.value, type, locateSpan(token));
  const example = parsed.example && literal(parsed.example);
  const isDropped = example !== undefined && isUnread(example, type);
  if (isDropped) {
    const message = `This example is not JSON of type \`${type}\`; it is left out.`;
    problems.push(createDiagnostic('dropped-example', example.location, message));
  }
  const at = locateSpan(name);
  const entries = [
    entryFor('type', scalarNode(type, parsed.type ? locateSpan(parsed.type) : at)),
    ...(format === undefined ? [] : [entryFor('format', scalarNode(format, at))]),
    ...(parsed.description ? [entryFor('description', textNode(parsed.description))] : []),
    ...(parsed.enum ? [entryFor('enum', sequenceNode(parsed.enum.map(literal), at))] : []),
    ...(parsed.default ? [entryFor('default', literal(parsed.default))] : []),
    ...(example && !isDropped ? [entryFor('examples', sequenceNode([example], example.location))] : []),
  ];
  return { key: name.value, keyLocation: at, value: mapNode(entries, at) };
}

function textNode(token: ScriptToken): SourceNode {
  return scalarNode(token.value, locateSpan(token));
}

function readType(token: ScriptToken | undefined, problems: Diagnostic[]): ParameterType {
  const type = token ? findType(token.value) : defaultType;
  if (token && !type) {
    const message = `\`${token.value}\` is not a type of a parameter.`;
    problems.push(createDiagnostic('unsupported-type', locateSpan(token), message, { help: suggestType(token.value) }));
  }
  return type ?? defaultType;
}

function checkFlags({ optional, required, default: byDefault }: ParsedParameter, problems: Diagnostic[]): void {
  const other = optional ?? byDefault;
  if (!required || !other) return;
  const related = [
    { message: `but ${optional ? 'it is optional' : 'it has a default'} here`, location: locateSpan(other) },
  ];
  const message = 'A required parameter cannot be optional or have a default.';
  problems.push(createDiagnostic('conflicting-keys', locateSpan(required), message, { related }));
}
