/**
 * Goals of the benchmark: upper bounds of figures by scenario and subject. Call ratios are relative to the handwritten
 * server of the same run, ratios of starts and of `generate` to `node -e 0`, growth ratios to the smallest number of tools.
 */
export const goals = [
  ...calls('stdio-echo', { legacy: 1.2, modern: 1.2 }),
  ...calls('stdio-add', { legacy: 1.2, modern: 1.2 }),
  ...calls('stdio-realistic', { legacy: 1.2, modern: 1.2 }),
  ...calls('stdio-one', { legacy: 1.05, modern: 1.05 }),
  ...calls('stdio-one', { legacy: 1.05, modern: 1.05 }, 'p50Ratio'),
  ...calls('stdio-list-100', { legacy: 0.08, modern: 0.08 }),
  ...calls('stdio-list-1000', { legacy: 0.1, modern: 0.1 }),
  ...calls('stdio-large', { legacy: 1, modern: 1 }),
  ...calls('http-add', { legacy: 1.1, modern: 1.15 }),
  ...calls('http-kept-100', { legacy: 0.25, modern: 0.25 }),
  ...calls('http-kept-1000', { legacy: 0.25, modern: 0.25 }),
  { scenario: 'stdio-package', subject: 'with, legacy', figure: 'ratio', atMost: 1.03 },
  { scenario: 'stdio-package', subject: 'with, modern', figure: 'ratio', atMost: 1.03 },
  { scenario: 'http-auth', subject: 'with auth, legacy', figure: 'ratio', atMost: 1.25 },
  { scenario: 'http-auth', subject: 'with auth, modern', figure: 'ratio', atMost: 1.25 },
  ...start('start-2', 1.2),
  ...start('start-100', 1.2),
  ...start('start-1000', 1.35),
  ...['stdio', 'http'].map((way) => ({
    scenario: `memory-flat-${way}`,
    subject: 'ours, at the end',
    figure: 'loadedRatio',
    atMost: 1.05,
  })),
  ...growth('growth-http', ['100 tools', '1,000 tools'], 0.1),
  ...growth('growth-calls', ['100 tools', '1,000 tools', '10,000 tools'], 0.1),
  { scenario: 'growth-list', subject: 'ours, 1,000 tools', figure: 'ratio', atMost: 1.1 },
  { scenario: 'growth-read', subject: '10,000 resources', figure: 'ratio', atMost: 1.1 },
  { scenario: 'growth-page', subject: '10,000 resources', figure: 'ratio', atMost: 1.1 },
  { scenario: 'growth-templates', subject: '100 templates', figure: 'ratio', atMost: 1.1 },
  { scenario: 'growth-subscriptions-modern', subject: '1,000 subscribers', figure: 'ratio', atMost: 1.1 },
  ...['sqlite', 'redis'].flatMap((store) =>
    ['createRatio', 'readRatio', 'cancelRatio'].map((figure) => ({
      scenario: `growth-tasks-${store}`,
      subject: '10,000 tasks',
      figure,
      atMost: 1.1,
    })),
  ),
  { scenario: 'loaded-bytes', subject: 'ours, 2 tools, to the list', figure: 'bytes', atMost: 36_000 },
  { scenario: 'footprint', subject: 'ours, 2 tools', figure: 'packages', atMost: 0 },
  { scenario: 'new-project', subject: 'hello-world dist', figure: 'files', atMost: 15 },
  { scenario: 'new-project', subject: 'hello-world dist', figure: 'bytes', atMost: 150_000 },
  { scenario: 'new-project-install', subject: 'scaffold install', figure: 'bytes', atMost: 45_000_000 },
  { scenario: 'forward-get', subject: 'ours', figure: 'ratio', atMost: 1.3 },
  { scenario: 'forward-post', subject: 'ours', figure: 'ratio', atMost: 1.3 },
  { scenario: 'generate', subject: '100 tools, cold', figure: 'wall', atMost: 1000 },
  { scenario: 'generate', subject: '100 tools, unchanged', figure: 'wall', atMost: 400 },
  { scenario: 'generate', subject: '1,000 tools, cold', figure: 'wall', atMost: 4000 },
  { scenario: 'generate', subject: '1,000 tools, unchanged', figure: 'wall', atMost: 400 },
  { scenario: 'generate-github', subject: 'cold', figure: 'wall', atMost: 6000 },
  { scenario: 'generate', subject: '1,000 tools, cold', figure: 'spentRatio', atMost: 30 },
  { scenario: 'generate', subject: '1,000 tools, unchanged', figure: 'spentRatio', atMost: 2.5 },
  { scenario: 'generate-github', subject: 'cold', figure: 'spentRatio', atMost: 70 },
  { scenario: 'generate-github', subject: 'cold', figure: 'peak', atMost: 350 },
  { scenario: 'generate-github', subject: 'cold', figure: 'bytes', atMost: 6_000_000 },
  { scenario: 'dev', subject: '100 tools', figure: 'wall', atMost: 1000 },
  { scenario: 'dev', subject: '100 tools', figure: 'wallRatio', atMost: 5 },
  { scenario: 'type-check', subject: 'ours, 1,000 tools', figure: 'wallRatio', atMost: 3 },
];

function calls(scenario, limits, figure = 'ratio') {
  return Object.entries(limits).map(([era, atMost]) => ({ scenario, subject: `ours, ${era}`, figure, atMost }));
}

function start(scenario, atMost) {
  return [{ scenario, subject: 'ours', figure: 'wallRatio', atMost }];
}

/** Limits the growth of the cost of a call over that with two tools. */
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
