import type { CatalogTable } from './catalog.js';

/** Names of the tools of a table: `list` and `search` have the plural, others the singular. */
export interface ToolNames {
  readonly plural: string;
  readonly singular: string;
}

/** Maximum length of a table's part of a tool name. */
const maxLength = 48;

/**
 * Chooses names for tables, with only a-z, 0-9 and `_`. Equal names are told apart by the schema, otherwise by a number.
 */
export function nameTables(tables: readonly CatalogTable[]): readonly ToolNames[] {
  const words = tables.map(({ name }) => toWord(name) || 'table');
  const taken = new Set<string>();
  const plurals = tables.map(({ schema }, index) => {
    const word = words[index] ?? '';
    const isShared = words.indexOf(word) !== words.lastIndexOf(word);
    const prefix = isShared && schema !== undefined ? toWord(schema) : '';
    return claim(prefix === '' ? word : `${prefix}_${word}`.slice(0, maxLength), taken);
  });
  const singulars = new Set<string>();
  return plurals.map((plural) => {
    const singular = toSingular(plural);
    // `address` and `addresses` have the same singular.
    return { plural, singular: claim(singulars.has(singular) ? plural : singular, singulars) };
  });
}

function claim(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free) || taken.has(squeeze(free)); number++) free = `${name}_${number}`;
  taken.add(free);
  // Types have names without underscores.
  taken.add(squeeze(free));
  return free;
}

function squeeze(name: string): string {
  return `=${name.replaceAll('_', '')}`;
}

/** Converts a name to lower case with underscores: `OrderItems` becomes `order_items`. */
function toWord(name: string): string {
  return toAscii(name)
    .replace(/([a-z\d])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/gu, '')
    .slice(0, maxLength)
    .replace(/^_+|(?<!_)_+$/gu, '');
}

function toAscii(name: string): string {
  return name
    .slice(0, 4 * maxLength)
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replaceAll('ß', 'ss');
}

/** Chooses argument names for columns: their names, without characters that clients refuse. */
export function nameArguments(columns: readonly string[]): readonly string[] {
  // Pages have an argument with this name.
  const taken = new Set(['cursor']);
  // Names that need no change have precedence.
  const kept = new Set(columns.filter((name) => isArgument.test(name) && !taken.has(name)));
  return columns.map((name) => {
    if (kept.has(name)) return name;
    const word = toAscii(name)
      .replace(/[^\w]+/gu, '_')
      .replace(/^_+|(?<!_)_+$/gu, '')
      .slice(0, maxLength);
    const base = /^[A-Za-z]/u.test(word) ? word : `column${word === '' ? '' : `_${word}`}`;
    let free = base;
    for (let number = 2; taken.has(free) || kept.has(free); number++) free = `${base}_${number}`;
    taken.add(free);
    return free;
  });
}

const isArgument = /^(?!__)[A-Za-z_]\w{0,63}$/u;

const irregular: ReadonlyMap<string, string> = new Map(
  `people person,children child,men man,women woman,mice mouse,feet foot,teeth tooth,geese goose,movies movie,
  cookies cookie,calories calorie,zombies zombie,ties tie,pies pie,lies lie,genies genie,aliases alias,biases bias,
  canvases canvas,atlases atlas,gases gas,quizzes quiz,analyses analysis,theses thesis,crises crisis,axes axis,
  caches cache,niches niche,aches ache,shoes shoe,toes toe,shelves shelf,knives knife,wives wife,lives life,
  wolves wolf,halves half,loaves loaf,thieves thief,indices index,matrices matrix,vertices vertex,criteria criterion,
  houses house,warehouses warehouse,clauses clause,causes cause,pauses pause,spouses spouse,uses use,mouses mouse`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

const unchanged = /^(?:series|species|news|sms|gps|dns|css|https?|aws|data|metadata|sales|goods|\w{1,3})$/u;

/** Returns the singular of the last word of a name, or the name if it does not look like a plural. */
export function toSingular(name: string): string {
  const [, before = '', word = ''] = /^(.*_)?([^_]*)$/u.exec(name) ?? [];
  return before + singularOf(word);
}

function singularOf(word: string): string {
  const found = irregular.get(word);
  if (found !== undefined) return found;
  if (unchanged.test(word) || /(?:[^s]ss|us|is)$/u.test(word) || !word.endsWith('s')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes|zzes|[^aeo]oes|uses)$/u.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
