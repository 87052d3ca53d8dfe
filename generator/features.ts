import type { Feature } from './feature-kit/feature.js';
import { apis } from './features/apis/feature.js';
import { auth } from './features/auth/feature.js';
import { bind } from './features/bind/feature.js';
import { codeMode } from './features/code-mode/feature.js';
import { contract } from './features/contract/feature.js';
import { delegation } from './features/delegation/feature.js';
import { docsPage } from './features/docs-page/feature.js';
import { dryRun } from './features/dry-run/feature.js';
import { environment } from './features/environment/feature.js';
import { errors } from './features/errors/feature.js';
import { graphql } from './features/graphql/feature.js';
import { http } from './features/http/feature.js';
import { lint } from './features/lint/feature.js';
import { packageFacts } from './features/package/feature.js';
import { questions } from './features/questions/feature.js';
import { serverCard } from './features/server-card/feature.js';
import { skills } from './features/skills/feature.js';
import { sql } from './features/sql/feature.js';
import { staticResults } from './features/static-results/feature.js';
import { stores } from './features/stores/feature.js';
import { tasks } from './features/tasks/feature.js';
import { toolsets } from './features/toolsets/feature.js';
import { views } from './features/views/feature.js';
import { wellKnown } from './features/well-known/feature.js';

/** All features. A feature can import only from features listed before it. */
export const features: readonly Feature[] = [
  environment,
  auth,
  packageFacts,
  stores,
  bind,
  delegation,
  toolsets,
  errors,
  questions,
  staticResults,
  sql,
  codeMode,
  apis,
  http,
  graphql,
  dryRun,
  tasks,
  skills,
  views,
  docsPage,
  serverCard,
  wellKnown,
  contract,
  lint,
];
