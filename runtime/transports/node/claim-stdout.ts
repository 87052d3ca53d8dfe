/** First import of an entrypoint: claims stdout for messages before other modules can write to it. */
import { claimStdout } from './standard-streams.js';

claimStdout();
