import type { ElicitResult } from 'create-mcp-from-schema/runtime';
import type { IdentifyBirdQuestions } from '../../../generated/birds/handlers.ts';
import type { Entry } from './guide.ts';
import { listSigns, type Attribute, type Species, type Taxon } from './taxon.ts';

/** Maximum number of questions. Official clients end a request after this many rounds. */
const patience = 10;

/** User who has seen the bird. No question is asked twice, and none after the user has declined one. */
export class Witness {
  readonly #elicitations: IdentifyBirdQuestions;
  /** Answers by question; `undefined` if the witness could not tell. */
  readonly #seen = new Map<Attribute, string | boolean | undefined>();
  readonly #ruledOut = new Set<Species>();
  #questionsLeft = patience;

  constructor(elicitations: IdentifyBirdQuestions) {
    this.#elicitations = elicitations;
  }

  /** Properties of the bird that the witness told, by question. */
  get seen(): { readonly [attribute: string]: string | boolean } {
    return Object.fromEntries([...this.#seen].flatMap(([name, look]) => (look === undefined ? [] : [[name, look]])));
  }

  /**
   * Returns whether the bird has all signs of a taxon. Asks for unknown signs.
   *
   * @returns `undefined` if no sign contradicts the taxon, but not all signs are known.
   */
  async recognises(taxon: Taxon): Promise<boolean | undefined> {
    let verdict: boolean | undefined = true;
    for (const [attribute, looks] of listSigns(taxon)) {
      const look = await this.#tell(attribute);
      if (look === undefined) verdict = undefined;
      else if (!looks.includes(look)) return false;
    }
    return verdict;
  }

  /** Asks the witness whether this is the bird. */
  async confirms(species: Species): Promise<boolean> {
    if (this.#questionsLeft === 0) return false;
    const content = this.#hear(await this.#elicitations.confirm({ bird: species.name, looks: species.looks }));
    if (content?.answer === false) this.#ruledOut.add(species);
    return content?.answer === true;
  }

  /** Returns whether an answer of the witness contradicts a bird. */
  excludes({ species, groups }: Entry): boolean {
    if (this.#ruledOut.has(species)) return true;
    return [...groups, species].flatMap(listSigns).some(([attribute, looks]) => {
      const look = this.#seen.get(attribute);
      return look !== undefined && !looks.includes(look);
    });
  }

  async #tell(attribute: Attribute): Promise<string | boolean | undefined> {
    if (this.#questionsLeft > 0 && !this.#seen.has(attribute)) {
      const answer: ElicitResult<{ answer?: string | boolean }> = await this.#elicitations[attribute]();
      this.#seen.set(attribute, this.#hear(answer)?.answer);
    }
    return this.#seen.get(attribute);
  }

  /** Returns the content of an answer. An answer without content is the last one. */
  #hear<Content>(answer: ElicitResult<Content>): Content | undefined {
    this.#questionsLeft = answer.action === 'accept' ? this.#questionsLeft - 1 : 0;
    return answer.action === 'accept' ? answer.content : undefined;
  }
}
