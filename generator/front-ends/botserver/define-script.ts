import path from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { ParsedSource } from '../../core/source/parsed-source.js';
import type { MapEntry, SourceNode } from '../../core/source/source-node.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../core/source/make-node.js';
import { defaultType, findType, suggestFormat, suggestType, type ParameterType } from './parameter-type.js';
import type { ParsedParameter } from './parse-parameter.js';
import { fitsFormat } from '../../core/schema/fits-format.js';
import { nameTools } from './name-tools.js';
import { readScript, type ScriptTool } from './read-script.js';
import { locateSpan, type ScriptToken } from './tokenize-line.js';
import { isUnread, typeValue } from './type-value.js';

/** Tree of a definition with the tools of a script. Locations refer to the script. */
interface ScriptDefinition extends ParsedSource {
  readonly root: SourceNode;
  /** Source code of each tool, by tool name. */
  readonly bodies: ReadonlyMap<string, string>;
}

/**
 * Parses a script and translates its declarations to the tree of a definition. A single tool is named after the file;
 * several tools are named after the comments above them. Never throws: an invalid declaration is reported and omitted.
 */
export function defineScript(file: string, text: string): ScriptDefinition {
  const script = readScript(file, text);
  const start: SourceLocation = { file, line: 1, column: 1, length: 1 };
  const problems: Diagnostic[] = [...script.diagnostics];
  if (script.tools.length === 0 && problems.length === 0) {
    const message = 'This script is skipped: it is not a tool, because it has neither `PARAM` nor `DESCRIPTION`.';
    problems.push(createDiagnostic('skipped-script', start, message));
  }
  const names = nameTools(path.posix.basename(file).replace(/\.bas$/iu, ''), script.tools);
  if (script.tools.length > 1) problems.push(reportSeveral(names, script.tools));
  const tools = script.tools.map((tool, index): MapEntry => {
    const name = names[index] ?? '';
    // If there is only one tool, its location is the start of the script.
    const place = script.tools.length === 1 ? start : locateTool(tool, start);
    return { key: name, keyLocation: place, value: defineTool(tool, name, place, problems) };
  });
  const bodies = new Map(script.tools.map(({ body }, index) => [names[index] ?? '', body]));
  return { root: mapNode([entryFor('tools', mapNode(tools, start))], start), diagnostics: problems, bodies };
}

function defineTool(tool: ScriptTool, name: string, place: SourceLocation, problems: Diagnostic[]): SourceNode {
  const properties = tool.parameters.map((parameter) => defineParameter(parameter, problems));
  const required = tool.parameters.flatMap(({ name: parameter, optional, default: defaultToken }) =>
    optional || defaultToken ? [] : [textNode(parameter)],
  );
  const inputSchema = mapNode(
    [
      entryFor('type', scalarNode('object', place)),
      entryFor('properties', mapNode(properties, place)),
      ...(required.length > 0 ? [entryFor('required', sequenceNode(required, place))] : []),
    ],
    place,
  );
  return mapNode(
    [
      entryFor('description', tool.description ? textNode(tool.description) : describeByName(name, place, problems)),
      entryFor('inputSchema', inputSchema),
      entryFor('timeoutMs', scalarNode(scriptTimeoutMs, place)),
    ],
    place,
  );
}

/** Describes a tool that has no `DESCRIPTION` with the words of its name, so that models have at least that information. */
function describeByName(name: string, place: SourceLocation, problems: Diagnostic[]): SourceNode {
  const words = name.replaceAll(/[-_.]+/gu, ' ').trim();
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const message = `\`${name}\` has no \`DESCRIPTION\`, so models see only "${text}".`;
  const help = 'Write `DESCRIPTION "what the tool does"` above the code.';
  problems.push(createDiagnostic('undescribed-script', place, message, { help }));
  return scalarNode(text, place);
}

function locateTool({ description, parameters: [first] }: ScriptTool, otherwise: SourceLocation): SourceLocation {
  const token = description ?? first?.name;
  return token ? locateSpan(token) : otherwise;
}

function reportSeveral(names: readonly string[], tools: readonly ScriptTool[]): Diagnostic {
  const [, second] = tools;
  const message = `This script contains ${names.length} tools, named after the comments above them: ${names.join(', ')}.`;
  const help = 'To choose their names, move each tool to a separate file. The file name is the tool name.';
  const place = second?.description ?? second?.parameters[0]?.name;
  return createDiagnostic('multiple-tools', place && locateSpan(place), message, { help });
}

/** Timeout of BotServer tools, in milliseconds. */
export const scriptTimeoutMs = 30_000;

function defineParameter(parsed: ParsedParameter, problems: Diagnostic[]): MapEntry {
  const { name } = parsed;
  if (!/^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name.value)) {
    const help = 'A name begins with a letter or `_`, followed by letters, digits and `_`.';
    const message = `\`${name.value}\` is not a valid parameter name.`;
    problems.push(createDiagnostic('invalid-name', locateSpan(name), message, { help }));
  }
  checkFlags(parsed, problems);
  const { type, format } = readType(parsed.type, problems);
  const literal = (token: ScriptToken) => typeValue(token.value, type, locateSpan(token));
  const example = parsed.example && literal(parsed.example);
  const isDropped = example !== undefined && isUnread(example, type);
  if (isDropped) {
    const message = `This example is ignored, because it is not valid JSON for type \`${type}\`.`;
    problems.push(createDiagnostic('dropped-example', example.location, message));
  }
  const at = locateSpan(name);
  const stated = [parsed.example, parsed.default, ...(parsed.enum ?? [])];
  const unlike = format && stated.find((token) => token !== undefined && !fitsFormat(format, token.value));
  if (unlike) {
    const message = `\`${unlike.value}\` does not match the format \`${format}\`, so the tool accepts any string here.`;
    problems.push(createDiagnostic('dropped-format', locateSpan(unlike), message, { help: suggestFormat(format) }));
  }
  const entries = [
    entryFor('type', scalarNode(type, parsed.type ? locateSpan(parsed.type) : at)),
    ...(format === undefined || unlike ? [] : [entryFor('format', scalarNode(format, at))]),
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
    const message = `\`${token.value}\` is not a parameter type.`;
    problems.push(createDiagnostic('unsupported-type', locateSpan(token), message, { help: suggestType(token.value) }));
  }
  return type ?? defaultType;
}

function checkFlags({ optional, required, default: defaultToken }: ParsedParameter, problems: Diagnostic[]): void {
  const other = optional ?? defaultToken;
  if (!required || !other) return;
  const related = [
    { message: `but ${optional ? 'it is optional' : 'it has a default'} here`, location: locateSpan(other) },
  ];
  const message = 'A required parameter cannot be optional or have a default.';
  problems.push(createDiagnostic('conflicting-keys', locateSpan(required), message, { related }));
}
