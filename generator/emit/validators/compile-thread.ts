import { parentPort, workerData } from 'node:worker_threads';
import { compileGroups, type CompileRequest } from './compile-groups.js';

parentPort?.postMessage(await compileGroups(workerData as CompileRequest));
