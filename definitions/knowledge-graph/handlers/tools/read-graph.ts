import type { ReadGraph, ReadGraphResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { readGraph as readFile } from '../graph-file.ts';

/** Reads the whole graph. */
export const readGraph: ReadGraph = (): Promise<ReadGraphResult> => readFile();
