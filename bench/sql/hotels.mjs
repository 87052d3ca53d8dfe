import { readFileSync } from 'node:fs';
import path from 'node:path';

export const engines = ['postgres', 'mariadb', 'sqlite'];

/** Name of the configuration of a server, in `configs/<engine>/`. */
export const configFiles = { ours: 'ours.mcp.yaml', toolbox: 'toolbox.yaml', dbhub: 'dbhub.toml' };

/** Reads a file of `configs/<engine>/`. */
export function readConfig(engine, file) {
  return readFileSync(path.join(import.meta.dirname, 'configs', engine, file), 'utf8');
}

const hotels = [
  ['Krone Basel', 'Basel', 'Luxury', '2026-04-20', '2026-04-22'],
  ["Anna's Inn", 'Zürich', 'Upscale', '2026-04-14', '2026-04-21'],
  ['Rhine View Basel', 'Basel', 'Upper Upscale', '2026-04-02', '2026-04-20'],
  ['Lake House', 'Lucerne', 'Midscale', '2026-04-05', '2026-04-24'],
  ['Bear Bern', 'Bern', 'Upper Midscale', '2026-04-01', '2026-04-23'],
  ['Jet d’Eau', 'Geneva', 'Luxury', '2026-04-23', '2026-04-28'],
  ['Limmat 100%', 'Zürich', 'Upper Upscale', '2026-04-02', '2026-04-27'],
  ['Old Town Basel', 'Basel', 'Upper Midscale', '2026-04-09', '2026-04-24'],
  ['Station_Zürich', 'Zürich', 'Upscale', '2026-04-03', '2026-04-13'],
  ['Comfort Bern', 'Bern', 'Midscale', '2026-04-04', '2026-04-16'],
];

/** Statements that create and fill the tables of the hotels. */
export function hotelStatements(engine) {
  const no = engine === 'sqlite' ? '0' : "b'0'";
  const rows = hotels.map(
    (row, index) => `(${index + 1}, ${row.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}, ${no})`,
  );
  return `${readConfig(engine, 'schema.sql')}\ninsert into hotels values ${rows.join(', ')};`;
}

/** Rows in the result of a call, in whatever form a server returns them. */
export function readRows(subject, { result, error }, parse = JSON.parse) {
  if (error || result?.isError) return undefined;
  const texts = result.content.map(({ text }) => text);
  if (subject === 'ours') return parse(texts[0]).rows;
  if (subject === 'dbhub') return parse(texts[0]).data.statements[0].rows;
  return texts.flatMap((text) => parse(text) ?? []);
}

/** Text of an error, or `undefined`. */
export function readError({ result, error }) {
  if (error) return `protocol error ${error.code}: ${error.message}`;
  return result?.isError ? result.content.map(({ text }) => text).join('\n') : undefined;
}
