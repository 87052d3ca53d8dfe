import type { Help } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { spdxExceptions, spdxLicenses } from './spdx-licenses.js';

/**
 * Checks a license: an SPDX expression, or npm's notation for a license without an SPDX id (`UNLICENSED`, `SEE LICENSE
 * IN <file>`). Returns the problem and its fix; `undefined` for a valid license.
 *
 * @see https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/
 */
export function findLicenseProblem(license: string): { readonly problem: string; readonly help: Help } | undefined {
  if (license === 'UNLICENSED' || /^SEE LICENSE IN [\w.-]+$/u.test(license)) return undefined;
  const words = license.match(/[()]|[^\s()]+/gu) ?? [];
  let depth = 0;
  let wantsLicense = true;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (wantsLicense) {
      if (word === '(') depth++;
      else if (!isLicense(word)) return describeUnknown(word, spdxLicenses);
      else wantsLicense = false;
    } else if (word === ')') {
      if (--depth < 0) return broken;
    } else if (word === 'WITH') {
      const exception = words[++index] ?? '';
      if (!spdxExceptions.has(exception)) return describeUnknown(exception, spdxExceptions);
    } else if (word === 'AND' || word === 'OR') wantsLicense = true;
    else return broken;
  }
  return wantsLicense || depth !== 0 ? broken : undefined;
}

function isLicense(word: string): boolean {
  const id = word.endsWith('+') ? word.slice(0, -1) : word;
  return spdxLicenses.has(id) || /^(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/u.test(word);
}

const broken = {
  problem: 'is not an SPDX expression',
  help: 'Write an id such as `MIT`, or several with `AND`, `OR` and parentheses.',
};

function describeUnknown(word: string, known: ReadonlySet<string>): { readonly problem: string; readonly help: Help } {
  const help = didYouMean(word, known) ?? 'The ids are listed at https://spdx.org/licenses; `UNLICENSED` means none.';
  return { problem: `has an id that SPDX does not list: \`${word}\``, help };
}
