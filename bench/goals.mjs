/**
 * What is aimed at: a figure of a subject in a scenario is at most so much. Ratios are to the limit in the same run, of starts
 * to `node -e 0`, of growth to the smallest catalogue.
 */
export const goals = [
  ...calls('stdio-echo', { legacy: 0.9, modern: 0.9 }),
  ...calls('stdio-add', { legacy: 0.9, modern: 1 }),
  ...calls('stdio-realistic', { legacy: 1, modern: 1 }),
  ...calls('stdio-one', { legacy: 1.02, modern: 1.02 }),
  ...calls('stdio-one', { legacy: 1.02, modern: 1.02 }, 'p50Ratio'),
  ...calls('stdio-list-100', { legacy: 0.1, modern: 0.1 }),
  ...calls('stdio-list-1000', { legacy: 0.1, modern: 0.1 }),
  ...calls('stdio-large', { legacy: 0.6, modern: 0.6 }),
  ...calls('http-add', { legacy: 1.03, modern: 1.15 }),
  ...calls('http-list-100', { legacy: 0.06, modern: 0.06 }),
  ...calls('http-list-1000', { legacy: 0.06, modern: 0.06 }),
  ...start('start-2', 1.1),
  ...start('start-100', 1.1),
  ...start('start-1000', 1.3),
  { scenario: 'memory-stdio', subject: 'ours, 2 tools', figure: 'idle', atMost: 42 },
  { scenario: 'memory-stdio', subject: 'ours, 1,000 tools', figure: 'idle', atMost: 45 },
  { scenario: 'memory-stdio', subject: 'ours, 2 tools', figure: 'loaded', atMost: 52 },
  { scenario: 'memory-http', subject: 'ours, 2 tools', figure: 'loadedRatio', atMost: 1 },
  ...['stdio', 'http'].map((way) => ({
    scenario: `memory-flat-${way}`,
    subject: 'ours, at the end',
    figure: 'loadedRatio',
    atMost: 1.05,
  })),
  ...growth('growth-http', ['100 tools', '1,000 tools'], 0.05),
  ...growth('growth-calls', ['100 tools', '1,000 tools', '10,000 tools'], 0.1),
  { scenario: 'growth-list', subject: 'ours, 10,000 tools', figure: 'ratio', atMost: 1.1 },
  { scenario: 'loaded-bytes', subject: 'ours, 2 tools, to the list', figure: 'bytes', atMost: 30_000 },
  { scenario: 'footprint', subject: 'ours, 2 tools', figure: 'packages', atMost: 0 },
  { scenario: 'forward-get', subject: 'ours', figure: 'ratio', atMost: 1.3 },
  { scenario: 'forward-post', subject: 'ours', figure: 'ratio', atMost: 1.3 },
  { scenario: 'generate', subject: '100 tools, cold', figure: 'wall', atMost: 1500 },
  { scenario: 'generate', subject: '100 tools, unchanged', figure: 'wall', atMost: 400 },
  { scenario: 'generate', subject: '1,000 tools, cold', figure: 'wall', atMost: 5000 },
  { scenario: 'generate', subject: '1,000 tools, unchanged', figure: 'wall', atMost: 600 },
  { scenario: 'type-check', subject: 'ours, 1,000 tools', figure: 'wallRatio', atMost: 3 },
];

function calls(scenario, limits, figure = 'ratio') {
  return Object.entries(limits).map(([era, atMost]) => ({ scenario, subject: `ours, ${era}`, figure, atMost }));
}

function start(scenario, atMost) {
  return ['wallRatio', 'wholeRatio'].map((figure) => ({ scenario, subject: 'ours', figure, atMost }));
}

/** No more than a share above what it is with two tools. */
function growth(scenario, sizes, share) {
  return sizes.flatMap((size) =>
    ['legacy', 'modern'].map((era) => ({
      scenario,
      subject: `ours, ${era}, ${size}`,
      figure: 'ratio',
      atMost: 1 + share,
    })),
  );
}
