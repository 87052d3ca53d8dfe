/** Goals: most CPU time per call on PostgreSQL over stdio, relative to that of another server in the same run. */
const goals = [
  { subject: 'limit', title: 'a handler that calls pg', most: 1.25 },
  { subject: 'toolbox', title: 'MCP Toolbox', most: 1 },
];

/**
 * Compares the results of `speed` with the goals.
 *
 * @returns {{ isMet?: boolean, text: string }[]} `isMet` is missing if a server was not measured.
 */
export function judgeSql({ steps }) {
  const find = (wanted) =>
    steps.speed?.find(
      ({ engine, subject, transport }) => engine === 'postgres' && subject === wanted && transport === 'stdio',
    );
  return goals.flatMap(({ subject, title, most }) =>
    ['in1', 'in32'].map((key) => {
      const goal = `a row by its key on PostgreSQL, ${key.slice(2)} in flight: CPU per call, ${most}× ${title}`;
      const [own, other] = [find('ours')?.[key], find(subject)?.[key]];
      if (own === undefined || other === undefined) return { text: `not measured: ${goal}` };
      const ratio = own.cpuMicros / other.cpuMicros;
      return { isMet: ratio <= most, text: `${ratio <= most ? 'met' : 'not met'}: ${goal}: ${ratio.toFixed(2)}×` };
    }),
  );
}
