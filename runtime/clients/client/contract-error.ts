import { describeDifference, type ContractDifference } from '../../wire/contract.js';

/** Maximum number of differences in a message. */
const maxShown = 20;

/** Thrown by a client with a pinned contract if the server lists something else. The call was not sent. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  /** All differences between the contract and the list that was compared. */
  readonly differences: readonly ContractDifference[];

  /** @param subject What the server has changed, such as `The tool find_books`. */
  constructor(subject: string, differences: readonly ContractDifference[]) {
    const shown = differences.slice(0, maxShown).map((difference) => `  ${describeDifference(difference)}`);
    const hidden = differences.length - shown.length;
    const lines = [`${subject} is not the one of the pinned contract.`, ...shown];
    super([...lines, ...(hidden > 0 ? [`  … and ${hidden} more`] : [])].join('\n'));
    this.differences = differences;
  }
}
