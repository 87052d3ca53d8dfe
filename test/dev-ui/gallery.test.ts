import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { gallery } from './gallery-project.js';
import { galleryStories } from './gallery-stories.js';
import { startUiSession, type UiSession } from './ui-session.js';
import { openOrigins, reachStories, type Origins } from './reach-stories.js';
import { shelf, viewStories } from './view-stories.js';

let session: UiSession;
let origins: Origins;

beforeAll(async () => {
  origins = await openOrigins();
  session = await startUiSession({ ...gallery, ...shelf, ...origins.spy });
});

afterAll(async () => {
  await session.close();
  origins.close();
});

afterEach(() => expect(session.takeErrors()).toEqual([]));

const current = (): UiSession => session;

describe('rare questions and answers', () => galleryStories(current));
describe('views', () => viewStories(current));
describe('views that reach out', () => reachStories(current, () => origins));
