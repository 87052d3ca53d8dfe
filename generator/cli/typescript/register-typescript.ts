/** Imported by a process of Node before its program: lets it import TypeScript files. */
import { register } from 'node:module';

register('./load-typescript.js', import.meta.url);
