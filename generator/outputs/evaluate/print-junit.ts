/** Group of test cases in a report for CI systems. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

export interface TestCase {
  readonly name: string;
  /** File that defines the test, and its line, from 1. */
  readonly file?: string;
  readonly line?: number;
  readonly seconds?: number;
  /** Reasons why the test failed; none or absent if it passed. */
  readonly failures?: readonly string[];
  /** Details of a test that passed. */
  readonly output?: string;
}

/** Prints test suites as JUnit XML, without those that have no cases. */
export function printJunit(name: string, suites: readonly TestSuite[]): string {
  const printed = suites.filter(({ cases }) => cases.length > 0).map(printSuite);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeXml(name)}">
${printed.join('')}</testsuites>
`;
}

function printSuite({ name, cases }: TestSuite): string {
  const failed = cases.filter(({ failures = [] }) => failures.length > 0).length;
  return `<testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${failed}">
${cases.map((one) => printCase(name, one)).join('')}</testsuite>
`;
}

function printCase(suite: string, { name, file, line, seconds, failures = [], output }: TestCase): string {
  const place = file === undefined ? '' : ` file="${escapeXml(file)}" line="${line ?? 1}"`;
  const time = seconds === undefined ? '' : ` time="${seconds}"`;
  const reasons = failures.map((failure) => `<failure message="${escapeXml(failure)}"/>`);
  const details =
    reasons.length > 0 || output === undefined ? reasons : [`<system-out>${escapeXml(output)}</system-out>`];
  const start = `<testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"${place}${time}`;
  return details.length === 0 ? `${start}/>\n` : `${start}>${details.join('')}</testcase>\n`;
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
