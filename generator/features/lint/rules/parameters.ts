import type { LintFinding } from '../lint-rule.js';
import type { LintedServer, LintedTool } from '../linted-server.js';
import type { LintedParameter } from '../schema-view.js';
import { splitWords } from '../../../feature-kit/resolve/create-names.js';
import { isOpaque, isUnexplained } from '../text/names.js';

type Check = (parameter: LintedParameter, tool: LintedTool) => Pick<LintFinding, 'message' | 'help'> | undefined;

/** Finds parameters without a description that their names do not explain. */
export function findUndocumented(server: LintedServer): readonly LintFinding[] {
  return checkParameters(server, [], ({ name, description, values, types, isFree }, tool) => {
    if (description !== '' || documents(tool, name)) return undefined;
    const codes = values.filter(isOpaque);
    const isOpen = values.length > 0 ? codes.length * 2 >= values.length : isFree || isUnexplained(name, types);
    if (!isOpen || name === 'value') return undefined;
    return {
      message: `The parameter \`${name}\` of \`${tool.name}\` has no description, and its name does not explain it.`,
    };
  });
}

/** Finds described parameters without unit, format or example. */
export function findUnclear(server: LintedServer): readonly LintFinding[] {
  return checkParameters(server, ['description'], (parameter, tool) => {
    if (parameter.description === '' || !tool.isEnglish) return undefined;
    const need = needOf(parameter);
    if (need === undefined) return undefined;
    const message = `The description of the parameter \`${parameter.name}\` of \`${tool.name}\` does not tell its ${need}.`;
    return { message, help: `Add the ${need}, or an example.` };
  });
}

/** Finds enums with codes that are not explained. */
export function findUnexplainedEnums(server: LintedServer): readonly LintFinding[] {
  return checkParameters(server, ['description'], ({ name, description, values }, tool) => {
    const codes = values.filter((value) => isOpaque(value));
    // Codes of countries and languages are known, and a single value needs no choice.
    const isKnown = /(?:country|region|lang|language|locale|currency|market|state|version)$/iu.test(name);
    if (description === '' || isKnown || values.length < 2 || codes.length * 2 < values.length) return undefined;
    const text = `${description}\n${tool.description.slice(0, 20_000)}`;
    const explained = codes.slice(0, 200).filter((code) => text.includes(String(code)));
    if (explained.length * 2 >= Math.min(codes.length, 200)) return undefined;
    const shown = codes.slice(0, 3).map((code) => `\`${String(code)}\``);
    return {
      message: `The description of the parameter \`${name}\` of \`${tool.name}\` does not explain values such as ${shown.join(', ')}.`,
    };
  });
}

function checkParameters({ tools }: LintedServer, steps: readonly string[], check: Check): readonly LintFinding[] {
  return tools.flatMap((tool) =>
    tool.parameters.flatMap((parameter): readonly LintFinding[] => {
      const found = check(parameter, tool);
      const { place } = parameter;
      return found ? [{ entry: tool.name, place: { ...place, path: [...place.path, ...steps] }, ...found }] : [];
    }),
  );
}

/**
 * Whether the description of a tool documents a parameter, as docstrings do: the name is followed by its type or
 * explanation. A mention of a name of several words is enough.
 */
function documents({ description }: LintedTool, name: string): boolean {
  const read = description.slice(0, 20_000);
  const isCompound = /[a-z][A-Z]|_|-/u.test(name);
  for (let at = read.indexOf(name); at >= 0; at = read.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (/[\p{L}\p{N}_]/u.test(`${read[at - 1] ?? ' '}${read[end] ?? ' '}`)) continue;
    if (isCompound || /^[`'"*]{0,3}\s{0,4}(?:[:=(–—-]|is |must |can )/u.test(read.slice(end, end + 12))) return true;
  }
  return false;
}

/** What a value needs, by words of its name, and the words in a description that tell it. */
const needs: readonly {
  readonly need: string;
  readonly names: RegExp;
  readonly type: RegExp;
  readonly told: RegExp;
}[] = [
  {
    need: 'format',
    names: /^(?:date|dates|datetime|timestamp|since|until|deadline|birthday)$/u,
    type: /^string$/u,
    told: /\d|iso|rfc|y{2,4}|format|e\.g|such as|example|like |unix|epoch|now|today|yesterday|cursor/iu,
  },
  {
    need: 'unit',
    names:
      /^(?:timeout|duration|delay|interval|ttl|wait|distance|radius|age|speed|size|length|bandwidth|latency|period|expiry|expiration)$/u,
    type: /^(?:integer|number)$/u,
    told: /millisecond|second|minute|hour|day|week|month|year|\bms\b|\bs\b|\bbytes?\b|\b[kmg]i?b\b|pixel|\bpx\b|meter|metre|\b[kc]?m\b|mile|percent|%|items|results|records|entries|rows|number of|count|characters|words|lines|tokens|points|inch|\bcm\b|\bpt\b|per page/iu,
  },
  {
    need: 'format',
    names: /^(?:language|lang|locale|country|currency|timezone|tz|colou?r|cron|coordinates|phone)$/u,
    type: /^string$/u,
    told: /\d|iso|rfc|bcp|iana|code|format|e\.g|such as|example|like |hex|css|"|'|`|\(/iu,
  },
  {
    need: 'allowed values',
    names: /^(?:orderby|sortby|sort|order|by|freq|frequency)$/u,
    type: /^string$/u,
    told: /\d|e\.g|such as|example|one of|like |valid|"|'|`|\(|asc|desc|:/iu,
  },
];

function needOf({ name, description, types, values, formats, showsForm, isFree }: LintedParameter): string | undefined {
  if (values.length > 0 || showsForm) return undefined;
  if (
    isFree &&
    types.has('object') &&
    !/[{:"'`(]|e\.g|such as|example|json|key|map|header|metadata|overrid/iu.test(description.slice(0, 5000))
  )
    return 'structure';
  if (
    types.has('string') &&
    formats.size === 0 &&
    /\bpattern\b/iu.test(description) &&
    !/glob|reg|wildcard|[*?(:"'`/<]|e\.g|such as|example/iu.test(description.slice(0, 5000))
  )
    return 'syntax';
  if (formats.size > 0 && ![...formats].every((format) => /^(?:u?int|float|double)/u.test(format))) return undefined;
  const words = splitWords(name).map((word) => word.toLowerCase());
  const last = words.at(-1) ?? '';
  const found = needs.find(
    ({ names, type, told }) =>
      names.test(last) && [...types].some((each) => type.test(each)) && !told.test(description.slice(0, 5000)),
  );
  return found?.need;
}
