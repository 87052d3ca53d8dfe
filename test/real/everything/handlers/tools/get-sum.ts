import type { GetSum } from '../../generated/handlers.ts';

export const getSum: GetSum = ({ a, b }) => `The sum of ${a} and ${b} is ${a + b}.`;
