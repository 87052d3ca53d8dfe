import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { accessStories } from './access-stories.js';
import { callStories } from './call-stories.js';
import { usageStories } from './usage-stories.js';
import { followStories } from './follow-stories.js';
import { overviewStories } from './overview-stories.js';
import { startUiSession, type UiSession } from './ui-session.js';
import { studio } from './studio-project.js';

let session: UiSession;

beforeAll(async () => {
  session = await startUiSession(studio);
});

afterAll(() => session.close());

afterEach(() => expect(session.takeErrors()).toEqual([]));

const current = (): UiSession => session;

describe('overview', () => overviewStories(current));
describe('calls', () => callStories(current));
describe('access', () => accessStories(current));
describe('edits', () => followStories(current));
describe('usage', () => usageStories(current));
