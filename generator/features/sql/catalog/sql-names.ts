import type { DatabaseKind } from '../engines/engine.js';

/** Words that some database does not allow as names without quotes. */
const reserved: ReadonlySet<string> = new Set(
  `accessible add all alter analyse analyze and any array as asc asensitive asymmetric authorization autoincrement before
  between bigint binary bit blob boolean both by call cascade case cast change char character check coalesce collate
  collation column commit concurrently condition constraint continue convert create cross cube cume_dist current_catalog
  current_date current_role current_schema current_time current_timestamp current_user cursor database databases day_hour
  day_microsecond day_minute day_second dec decimal declare default deferrable delayed delete delete_domain_id dense_rank
  desc describe deterministic distinct distinctrow div do do_domain_ids double drop dual each else elseif empty enclosed
  end escape escaped except exists exit explain extract false fetch first_value float float4 float8 for force foreign
  freeze from full fulltext function generated get grant greatest group grouping groups having high_priority
  hour_microsecond hour_minute hour_second if ignore ignore_domain_ids ilike in index infile initially inner inout
  insensitive insert int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids io_before_gtids is isnull
  iterate join json_table key keys kill lag last_value lateral lead leading least leave left like limit linear lines load
  localtime localtimestamp lock long longblob longtext loop low_priority manual master_bind master_demote_to_replica
  master_demote_to_slave master_ssl_verify_server_cert match maxvalue mediumblob mediumint mediumtext middleint
  minute_microsecond minute_second mod modifies national natural nchar no_write_to_binlog none normalize not nothing
  notnull nth_value ntile null nullif numeric of offset on only optimize optimizer_costs option optionally or order out
  outer outfile over overlaps overlay page_checksum parallel parse_vcol_expr partition percent_rank placing portion
  position precision primary procedure purge qualify raise range rank read read_write reads real recursive ref_system_id
  references regexp release rename repeat replace require resignal restrict return returning revoke right rlike row
  row_number rows schema schemas second_microsecond select sensitive separator session_user set setof show signal similar
  smallint some spatial specific sql sql_big_result sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning
  ssl starting stats_auto_recalc stats_persistent stats_sample_pages stored straight_join substring symmetric system
  system_user table tablesample tables terminated then time timestamp tinyblob tinyint tinytext to trailing transaction
  treat trigger trim true undo union unique unlock unsigned until update usage use user using utc_date utc_time
  utc_timestamp values varbinary varchar varcharacter variadic varying verbose virtual when where while window with write
  xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable xor
  year_month zerofill`.split(/\s+/u),
);

/** Prints a name for a statement, with quotes if it needs some. */
export function printName(name: string, kind: DatabaseKind): string {
  return /^[a-z_][a-z0-9_]*$/u.test(name) && !reserved.has(name) ? name : quoteName(name, kind);
}

/** Quotes any name, also one that definitions cannot contain. */
export function quoteName(name: string, kind: DatabaseKind): string {
  const quote = kind === 'mysql' ? '`' : '"';
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}

/** Prints the name of a table or type with its schema, if it has one. */
export function printQualified({ schema, name }: Qualified, kind: DatabaseKind): string {
  return [...(schema === undefined ? [] : [schema]), name].map((part) => printName(part, kind)).join('.');
}

interface Qualified {
  readonly schema?: string;
  readonly name: string;
}

/** Prints a string for a statement. */
export function printString(text: string, kind: DatabaseKind): string {
  const escaped = kind === 'mysql' ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}

/** Whether a definition can contain a name. Braces would be a placeholder, and control characters would be invisible. */
export function isPrintable(name: string): boolean {
  return name !== '' && !/\{\{|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u.test(name);
}

/** Returns a comment as one line without invisible characters; `undefined` if nothing is left. */
export function cleanComment(comment: string | undefined): string | undefined {
  const line = comment
    ?.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\uFFFE\uFFFF]/gu, '')
    .trim();
  if (line === undefined || line === '') return undefined;
  const characters = Array.from(line);
  return characters.length <= maxComment
    ? line
    : `${characters
        .slice(0, maxComment - 1)
        .join('')
        .trimEnd()}…`;
}

/** Maximum length of a comment in a definition, in characters. */
const maxComment = 500;
