/** First import of an entrypoint: claims standard output for messages before other modules are loaded and can write to it. */
import { claimStdout } from './standard-streams.js';

claimStdout();
