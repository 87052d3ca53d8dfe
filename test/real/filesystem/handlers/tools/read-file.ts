export { readTextFile as readFile } from './read-text-file.ts';
