/** First import of an entrypoint: reserves standard output before other modules are loaded and can write to it. */
import { guardStdout } from './standard-streams.js';

guardStdout();
