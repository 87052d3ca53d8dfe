import type { ModeFigures, Spread } from './summarize-runs.js';

/** Lists the figures of a mode with their spread. */
export function listFigures(figures: ModeFigures): readonly (readonly [name: string, text: string])[] {
  const share = (value: number): string => `${Math.round(value * 1000) / 10}%`;
  const plain = (value: number): string => String(Math.round(value * 10) / 10);
  const print = ({ mean, min, max, deviation }: Spread, unit: (value: number) => string): string =>
    min === max ? unit(mean) : `${unit(mean)} (${unit(min)}–${unit(max)}, standard deviation ${unit(deviation)})`;
  return [
    ['passed', print(figures.passed, share)],
    ['right tools', print(figures.rightTools, share)],
    ['right arguments', print(figures.rightArguments, share)],
    ['forbidden calls', print(figures.forbidden, share)],
    ['calls', print(figures.calls, plain)],
    ['errors', print(figures.errors, plain)],
    ['input tokens', print(figures.inputTokens, plain)],
    ['output tokens', print(figures.outputTokens, plain)],
    ['milliseconds', print(figures.durationMs, plain)],
  ];
}
