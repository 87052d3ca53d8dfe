import type { PackageTarget } from '../target.js';
import { bun } from './bun.js';
import { cloudflare } from './cloudflare.js';
import { createPlatformTarget } from './create-platform-target.js';
import { deno } from './deno.js';
import { lambda } from './lambda.js';
import { vercel } from './vercel.js';

/** Targets for platforms that hand requests to `fetch`: `package worker` makes all of them. */
export const workerTargets: readonly PackageTarget[] = [cloudflare, vercel, deno, bun, lambda].map(
  createPlatformTarget,
);
