// Has the processes that a test starts write which code they ran; the test runner measures the process of the test itself.
import { processesFolder } from './coverage-folder.js';

process.env['NODE_V8_COVERAGE'] = processesFolder;
