/** Tests of a report. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly {
    readonly name: string;
    readonly seconds: number;
    /** Reasons why the test failed; none if it passed. */
    readonly failures: readonly string[];
  }[];
}

/** Prints tests as JUnit XML, which CI systems read. */
export function printJUnit(suites: readonly TestSuite[]): string {
  const printed = suites.map(({ name, cases }) => {
    const failed = cases.filter(({ failures }) => failures.length > 0).length;
    const tests = cases.map((one) => {
      const open = `    <testcase classname="${escapeXml(name)}" name="${escapeXml(one.name)}" time="${one.seconds}"`;
      const reasons = one.failures.map((reason) => `      <failure message="${escapeXml(reason)}"/>\n`);
      return reasons.length === 0 ? `${open}/>\n` : `${open}>\n${reasons.join('')}    </testcase>\n`;
    });
    return `  <testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${failed}">\n${tests.join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${printed.join('')}</testsuites>\n`;
}

/** Characters that XML does not allow, and lone surrogates. */
const unprintable = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

function escapeXml(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(unprintable, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
