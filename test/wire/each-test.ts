import { beforeEach } from 'vitest';
import { keepReports } from './wire.js';

beforeEach(keepReports);
