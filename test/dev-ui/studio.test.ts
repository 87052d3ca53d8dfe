import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { accessStories } from './access-stories.js';
import { callStories } from './call-stories.js';
import { usageStories } from './usage-stories.js';
import { followStories } from './follow-stories.js';
import { startPageSession, type PageSession } from './ui-session.js';
import { studio } from './studio-project.js';

let session: PageSession;

beforeAll(async () => {
  session = await startPageSession(studio);
});

afterAll(() => session.close());

afterEach(() => expect(session.takeErrors()).toEqual([]));

const current = (): PageSession => session;

describe('calls', () => callStories(current));
describe('access', () => accessStories(current));
describe('edits', () => followStories(current));
describe('usage', () => usageStories(current));
