/** Preloaded with `--import`: registers the TypeScript loader hook. */
import { register } from 'node:module';

register('./load-typescript.js', import.meta.url);
