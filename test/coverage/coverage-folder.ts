import path from 'node:path';

/** Folder for the files of one run. Where its variable is set, bundles have source maps and are not minified. */
export const coverageFolder = path.resolve(process.env['COVERAGE_FOLDER'] ?? 'coverage');

/** Folder that Node writes the coverage of processes to. */
export const processesFolder = path.join(coverageFolder, 'processes');
