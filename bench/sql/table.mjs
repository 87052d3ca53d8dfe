const names = { ours: 'ours', toolbox: 'MCP Toolbox', dbhub: 'DBHub' };
const engines = ['postgres', 'mariadb', 'sqlite'];
const titles = { postgres: 'PostgreSQL', mariadb: 'MariaDB', sqlite: 'SQLite' };

/** The main results as a Markdown table. */
export function printTable({ steps }) {
  const find = (step, engine, subject, transport) =>
    steps[step]?.find(
      (entry) =>
        entry.engine === engine &&
        entry.subject === subject &&
        (transport === undefined || entry.transport === transport),
    );
  const rows = [...describeRows(find), ...failureRows(find), ...speedRows(find)];
  const lines = rows.map(([title, read]) => [
    title,
    ...Object.keys(names).map((subject) => orDash(() => read(subject))),
  ]);
  const head = ['', ...Object.values(names)];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function orDash(read) {
  try {
    return read() ?? '–';
  } catch {
    return '–';
  }
}

/** The same figure for each engine: one if they are equal. */
function perEngine(read) {
  const values = engines.map((engine) => orDash(() => read(engine)));
  return new Set(values).size === 1 ? values[0] : values.join(' / ');
}

function describeRows(find) {
  const list = (subject, engine = 'postgres') => find('lists', engine, subject);
  const valueRow = (engine) => [
    `Values, ${titles[engine]} (${find('values', engine, 'ours')?.values}): exact / other form / beyond 2^53 in a JSON number / refused / wrong`,
    (subject) => {
      const { right, otherForm, unsafe, refused, wrong } = find('values', engine, subject);
      return `${right} / ${otherForm} / ${unsafe} / ${refused} / ${wrong}`;
    },
  ];
  return [
    [
      'Lines of configuration, five tools (PostgreSQL / MariaDB / SQLite)',
      (subject) => perEngine((engine) => list(subject, engine).lines),
    ],
    ['Output schemas', (subject) => `${list(subject).outputSchemas} of ${list(subject).tools}`],
    [
      '`readOnlyHint` of a search; `destructiveHint`, `idempotentHint` of an update',
      (subject) => {
        const { hintsOfSearch, hintsOfUpdate } = list(subject);
        return `${hintsOfSearch.readOnlyHint}; ${hintsOfUpdate.destructiveHint}, ${hintsOfUpdate.idempotentHint ?? 'not listed'}`;
      },
    ],
    [
      'Types of an id and a date argument',
      (subject) => {
        const { hotel_id: id, checkin_date: date } = list(subject).typesOfUpdate;
        return `${id}, ${date}`;
      },
    ],
    [
      '40 calls, results and tables equal',
      (subject) => perEngine((engine) => `${find('calls', engine, subject).equal} of 40`),
    ],
    ...engines.map(valueRow),
    [
      'Wrong input that reached the database, of 28',
      (subject) => perEngine((engine) => find('inputs', engine, subject, 'stdio').taken),
    ],
    [
      '5,000 hostile strings through each string parameter: tables unchanged',
      (subject) =>
        perEngine((engine) => {
          const { isUnchanged, areProbesUnchanged } = find('fuzz', engine, subject);
          return isUnchanged && areProbesUnchanged ? 'yes' : 'no';
        }),
    ],
    [
      '… values returned changed; stored changed (PostgreSQL / MariaDB / SQLite)',
      (subject) =>
        perEngine((engine) => {
          const { returned, stored } = find('fuzz', engine, subject);
          return `${returned.changed}; ${stored.changed}`;
        }),
    ],
    [
      '… not a date, as a date: taken without an error',
      (subject) =>
        perEngine((engine) => {
          const { calls, errors } = find('fuzz', engine, subject).parameters.checkin_date;
          return calls - errors;
        }),
    ],
    [
      'Column to sort by: texts of 92 that ran as SQL; with a list of names',
      (subject) =>
        subject === 'dbhub'
          ? 'no such parameter'
          : `${perEngine((engine) => find('fuzz', engine, subject).template.ran)}; ${perEngine((engine) => find('fuzz', engine, subject).listedTemplate.ran)}`,
    ],
  ];
}

/** `stopped after 0.52 s` as `0.5`. */
function readSeconds(text) {
  const [, seconds] = /^stopped after ([\d.]+) s$/u.exec(text) ?? [];
  return seconds === undefined ? 'not in 6 s' : Number(seconds).toFixed(1);
}

function failureRows(find) {
  const failure = (engine, subject) => find('failures', engine, subject);
  const stopped = ({ slowQuery: { seconds, answer, stillRunsInDatabase } }) => {
    if (/no answer/u.test(answer)) return 'no answer';
    return stillRunsInDatabase ? 'answer, but it still runs' : `stopped, ${seconds.toFixed(1)} s`;
  };
  const start = ({ deadDatabase }) => (deadDatabase.start === 'starts' ? 'starts' : 'does not start');
  return [
    [
      'A dropped column is found before a call',
      (subject) =>
        failure('postgres', subject).droppedColumn.beforeCall.startsWith('generate fails')
          ? 'yes, by `generate`'
          : 'no',
    ],
    ['Query of 60 s, limit 1 s', (subject) => perEngine((engine) => stopped(failure(engine, subject)))],
    [
      'Client cancels: seconds until the query ends, stdio; HTTP',
      (subject) =>
        perEngine((engine) => {
          const { stdio, http } = failure(engine, subject).cancelled;
          return `${readSeconds(stdio)}; ${readSeconds(http)}`;
        }),
    ],
    [
      '200 calls at once, 10 connections: errors; connections; seconds',
      (subject) =>
        perEngine((engine) => {
          const { errors, connections = 'one file', seconds } = failure(engine, subject).manyCalls;
          return `${errors}; ${connections}; ${seconds.toFixed(1)}`;
        }),
    ],
    ['Start without the database', (subject) => perEngine((engine) => start(failure(engine, subject)))],
    [
      'Connections to the database break (PostgreSQL / MariaDB): the process',
      (subject) =>
        ['postgres', 'mariadb']
          .map((engine) => (failure(engine, subject).deadDatabase.endedWhenItDied ? 'ends' : 'lives'))
          .join(' / '),
    ],
    [
      '… and is back: right from call',
      (subject) =>
        ['postgres', 'mariadb']
          .map((engine) => failure(engine, subject).deadDatabase.callsUntilRight.split(',')[0].replace('call ', ''))
          .join(' / '),
    ],
  ];
}

function speedRows(find) {
  const speed = (engine, subject, transport) => find('speed', engine, subject, transport);
  const row = (transport, inFlight) => [
    `Row by key, ${transport}, ${inFlight} in flight: CPU; p50 in µs`,
    (subject) =>
      perEngine((engine) => {
        const { cpuMicros, p50Micros } = speed(engine, subject, transport)[`in${inFlight}`];
        return `${cpuMicros}; ${p50Micros}`;
      }),
  ];
  return [
    row('stdio', 1),
    row('stdio', 32),
    row('http', 1),
    row('http', 32),
    [
      'Start to the first row in ms; memory over HTTP in MiB',
      (subject) =>
        perEngine((engine) => `${speed(engine, subject, 'http').startMs}; ${speed(engine, subject, 'http').memoryMiB}`),
    ],
  ];
}
