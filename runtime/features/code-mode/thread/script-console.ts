/** Part of the prelude: the console of a script, whose lines become part of the result. */
export const scriptConsole = String.raw`
  const print = (...values) => {
    const left = limits.printedCharacters - printed;
    if (left <= 0) {
      if (left > -1000) send('dropped', '');
      printed += 1;
      return;
    }
    let line = '';
    for (let index = 0; index < values.length; index += 1) line += (index > 0 ? ' ' : '') + show(values[index]);
    const shown = line.length > left ? cut(line, left) + '…' : line;
    printed += shown.length + 1;
    send('print', shown);
  };
  // The cells of a row: its members, or the row itself if it is not an object.
  const listCells = (row) => {
    const given = toData(row), cells = create(null);
    if (typeof given !== 'object' || given === null) cells.value = given;
    else for (const name of keysOf(given)) cells[name] = given[name];
    return cells;
  };
  // Prints a Markdown table. Rows beyond the limit are not read.
  const table = (data, columns) => {
    const rows = toData(data);
    if (typeof rows !== 'object' || rows === null) return print(data);
    const cell = (value) => (value === undefined ? '' : show(value).replaceAll('|', '\\|').replaceAll('\n', ' '));
    const lines = [], named = new RealSet(columns), keys = keysOf(rows);
    let length = 0;
    for (const key of keys) {
      if (length > limits.printedCharacters) break;
      const cells = listCells(rows[key]);
      if (columns === undefined && named.size < 20) for (const name of keysOf(cells)) named.add(name);
      lines.push([key, cells]);
      length += key.length + 6;
    }
    const head = ['(index)', ...named], drawn = [];
    const draw = (parts) => '| ' + parts.join(' | ') + ' |';
    let drawnLength = 0;
    for (const [key, cells] of lines) {
      const line = draw([cell(key), ...[...named].map((name) => cell(cells[name]))]);
      drawn.push(line);
      drawnLength += line.length;
      if (drawnLength > limits.printedCharacters) break;
    }
    print([draw(head.map(cell)), draw(head.map(() => '---')), ...drawn].join('\n'));
  };
  const counts = create(null);
  const count = (label = 'default') => print(text(label) + ': ' + (counts[label] = (counts[label] ?? 0) + 1));
  const assert = (isTrue, ...values) => { if (!isTrue) print('Assertion failed:', ...values); };
  // The script's clock never advances.
  const ignore = () => {};
  define(globalThis, 'console', freeze({
    log: print, info: print, debug: print, warn: print, error: print, trace: print, group: print, groupCollapsed: print,
    dir: (value) => print(value), dirxml: print, groupEnd: ignore, table, count, assert, countReset: (label = 'default') => void delete counts[label],
    time: ignore, timeEnd: ignore, timeLog: ignore, clear: ignore,
  }));`;
