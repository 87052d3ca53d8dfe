import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { gallery } from './gallery-project.js';
import { galleryStories } from './gallery-stories.js';
import { startPageSession, type PageSession } from './page-session.js';
import { reachStories } from './reach-stories.js';
import { viewStories } from './view-stories.js';

let session: PageSession;

beforeAll(async () => {
  session = await startPageSession(gallery);
});

afterAll(() => session.close());

afterEach(() => expect(session.errors).toEqual([]));

const current = (): PageSession => session;

describe('rare questions and answers', () => galleryStories(current));
describe('views', () => viewStories(current));
describe('views that reach out', () => reachStories(current));
