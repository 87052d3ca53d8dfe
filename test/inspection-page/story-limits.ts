import { vi } from 'vitest';

// Tests that are defined after this import have several steps of a story, each with patience.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
