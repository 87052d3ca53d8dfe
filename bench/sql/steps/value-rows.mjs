/**
 * Columns of the table `samples`, by engine: SQL type, literal, forms that are right, and forms that lose nothing but need to
 * be known. Forms are compared as text, and numbers by their digits.
 */
export const samples = {
  postgres: {
    small: ['int2', '-32768', ['-32768']],
    big_safe: ['int8', '9007199254740991', ['9007199254740991']],
    big: ['int8', '9007199254740993', ['9007199254740993']],
    price: ['numeric(10,2)', '19.90', ['19.9', '19.90']],
    precise: ['numeric(38,10)', '12345678901234567890.0123456789', ['12345678901234567890.0123456789']],
    zero_end: ['numeric', '0.1000', ['0.1000', '0.1']],
    not_a_number: ['numeric', "'NaN'", ['NaN']],
    single: ['float4', '0.1', ['0.1']],
    double8: ['float8', '0.30000000000000004', ['0.30000000000000004']],
    infinite: ['float8', "'Infinity'", ['Infinity', '+Inf']],
    flag: ['boolean', 'true', ['true']],
    words: ['text', `'Ä 😀 "q" \\ ' || chr(9) || chr(10)`, ['Ä 😀 "q" \\ \t\n']],
    padded: ['char(5)', "'ab'", ['ab   ', 'ab']],
    day: ['date', "'2024-02-29'", ['2024-02-29'], ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z']],
    old_day: ['date', "'0044-03-15 BC'", ['0044-03-15 BC']],
    moment: [
      'timestamp',
      "'2024-03-31 02:30:00.123456'",
      ['2024-03-31T02:30:00.123456', '2024-03-31 02:30:00.123456'],
      ['2024-03-31T02:30:00.123456Z'],
    ],
    instant: [
      'timestamptz',
      "'2024-03-31 12:34:56.123456+02'",
      ['2024-03-31T10:34:56.123456Z', '2024-03-31 10:34:56.123456+00'],
    ],
    clock: ['time', "'13:14:15.5'", ['13:14:15.5', '13:14:15.500000'], ['{"Microseconds":47655500000,"Valid":true}']],
    span: [
      'interval',
      "'1 month 2 days 03:04:05'",
      ['P1M2DT3H4M5S'],
      [
        '{"months":1,"days":2,"hours":3,"minutes":4,"seconds":5}',
        '{"Microseconds":11045000000,"Days":2,"Months":1,"Valid":true}',
      ],
    ],
    document: ['jsonb', `'{"a": [1, null], "n": 12345678901234567890}'`, ['{"a":[1,null],"n":12345678901234567890}']],
    list: ['int4[]', "'{1,NULL,3}'", ['[1,null,3]']],
    names: ['text[]', `'{a,"b,c",NULL}'`, ['["a","b,c",null]']],
    matrix: ['int4[]', "'{{1,2},{3,4}}'", ['[[1,2],[3,4]]']],
    bytes: [
      'bytea',
      "'\\xdeadbeef00ff'",
      ['3q2+7wD/'],
      ['\\xdeadbeef00ff', '{"type":"Buffer","data":[222,173,190,239,0,255]}'],
    ],
    mood: ['mood', "'fine'", ['fine']],
    moods: ['mood[]', "'{fine,bad}'", ['["fine","bad"]'], ['{fine,bad}']],
    identifier: ['uuid', "'6f1c9a52-58cd-4a2c-9b65-0a8e6f6f3a11'", ['6f1c9a52-58cd-4a2c-9b65-0a8e6f6f3a11']],
    address: ['inet', "'192.168.0.0/24'", ['192.168.0.0/24']],
    bits: ['bit(3)', "b'101'", ['101'], ['{"Bytes":"oA==","Len":3,"Valid":true}']],
    period: ['int4range', "'[1,5)'", ['[1,5)'], ['{"Lower":1,"Upper":5,"LowerType":105,"UpperType":101,"Valid":true}']],
    no_text: ['text', 'null', ['null']],
    no_list: ['int4[]', 'null', ['null']],
  },
  mariadb: {
    small: ['tinyint', '-128', ['-128']],
    big_safe: ['bigint', '9007199254740991', ['9007199254740991']],
    big: ['bigint', '9007199254740993', ['9007199254740993']],
    big_unsigned: ['bigint unsigned', '18446744073709551615', ['18446744073709551615']],
    price: ['decimal(10,2)', '19.90', ['19.9', '19.90']],
    precise: ['decimal(38,10)', '12345678901234567890.0123456789', ['12345678901234567890.0123456789']],
    single: ['float', '0.1', ['0.1']],
    double8: ['double', '0.30000000000000004', ['0.30000000000000004']],
    flag: ['boolean', 'true', ['true', '1']],
    words: ['varchar(100)', `'Ä 😀 "q" \\\\ \\t\\n'`, ['Ä 😀 "q" \\ \t\n']],
    padded: ['char(5)', "'ab'", ['ab']],
    day: ['date', "'2024-02-29'", ['2024-02-29'], ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z']],
    old_day: ['date', "'0001-01-01'", ['0001-01-01'], ['0001-01-01T00:00:00Z']],
    moment: [
      'datetime(6)',
      "'2024-03-31 02:30:00.123456'",
      ['2024-03-31T02:30:00.123456', '2024-03-31 02:30:00.123456'],
      ['2024-03-31T02:30:00.123456Z'],
    ],
    instant: [
      'timestamp(6) null',
      "'2024-03-31 10:34:56.123456'",
      ['2024-03-31T10:34:56.123456Z', '2024-03-31 10:34:56.123456'],
    ],
    clock: ['time(1)', "'-25:01:02.5'", ['-25:01:02.5']],
    document: [
      'json',
      `'{"a": [1, null], "n": 12345678901234567890}'`,
      ['{"a":[1,null],"n":12345678901234567890}', '{"a": [1, null], "n": 12345678901234567890}'],
    ],
    bytes: ['varbinary(10)', "x'deadbeef00ff'", ['3q2+7wD/'], ['{"type":"Buffer","data":[222,173,190,239,0,255]}']],
    mood: ["enum('fine','bad')", "'fine'", ['fine']],
    moods: ["set('fine','bad')", "'fine,bad'", ['fine,bad'], ['["fine","bad"]']],
    identifier: ['uuid', "'6f1c9a52-58cd-4a2c-9b65-0a8e6f6f3a11'", ['6f1c9a52-58cd-4a2c-9b65-0a8e6f6f3a11']],
    bits: ['bit(3)', "b'101'", ['5', '101'], ['BQ==', '{"type":"Buffer","data":[5]}', '\u0005']],
    the_year: ['year', '2024', ['2024']],
    no_text: ['text', 'null', ['null']],
  },
  sqlite: {
    big_safe: ['integer', '9007199254740991', ['9007199254740991']],
    big: ['integer', '9007199254740993', ['9007199254740993']],
    price: ['numeric(10,2)', '19.90', ['19.9', '19.90']],
    precise: ['text', "'12345678901234567890.0123456789'", ['12345678901234567890.0123456789']],
    double8: ['real', '0.30000000000000004', ['0.30000000000000004']],
    infinite: ['real', '9e999', ['Infinity', '+Inf']],
    flag: ['boolean', 'true', ['true', '1']],
    words: ['text', `'Ä 😀 "q" \\ ' || char(9, 10)`, ['Ä 😀 "q" \\ \t\n']],
    day: ['date', "'2024-02-29'", ['2024-02-29'], ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z']],
    moment: [
      'datetime',
      "'2024-03-31 02:30:00.123456'",
      ['2024-03-31T02:30:00.123456', '2024-03-31 02:30:00.123456'],
      ['2024-03-31T02:30:00.123456Z'],
    ],
    instant: [
      'timestamp',
      "'2024-03-31T12:34:56.123+02:00'",
      ['2024-03-31T12:34:56.123+02:00', '2024-03-31T10:34:56.123Z'],
    ],
    clock: ['time', "'13:14:15.5'", ['13:14:15.5']],
    document: [
      'json',
      `'{"a": [1, null], "n": 12345678901234567890}'`,
      ['{"a":[1,null],"n":12345678901234567890}', '{"a": [1, null], "n": 12345678901234567890}'],
    ],
    bytes: [
      'blob',
      "x'deadbeef00ff'",
      ['3q2+7wD/'],
      ['{"type":"Buffer","data":[222,173,190,239,0,255]}', '{"0":222,"1":173,"2":190,"3":239,"4":0,"5":255}'],
    ],
    loose: ['integer', "'abc'", ['abc']],
    no_text: ['text', 'null', ['null']],
  },
};

/** Statements that create the table `samples` with its row. */
export function sampleStatements(engine, columns = Object.entries(samples[engine])) {
  const types = columns.map(([name, [type]]) => `${name} ${type}`);
  const literals = columns.map(([, [, literal]]) => literal);
  const before = engine === 'postgres' ? "create type mood as enum ('fine', 'bad');\n" : '';
  const schema = `${before}create table samples (id integer not null primary key, ${types.join(', ')});`;
  return { schema, rows: `insert into samples values (1, ${literals.join(', ')});` };
}
