import { wordsOf } from './words.js';

const englishWords: ReadonlySet<string> = new Set(
  (
    'the a an of to for and or from with by is are be this that it its in on at as if when which you your not can ' +
    'must should will use using get list all any each other only into one more than has have no new'
  ).split(' '),
);

const otherWords: ReadonlySet<string> = new Set(
  (
    'der die das und oder für mit von zu ein eine einen ist nicht auf den dem des im zum zur wird werden alle nach bei ' +
    'le la les des et ou pour avec dans une est sur par du au aux ce cette qui que el los las y o para con una por ' +
    'del al se es en lo il di e per che un sono gli della nel het een voor van niet met op och att som för ett av'
  ).split(' '),
);

/**
 * Whether a text is in English, as far as its common words tell.
 * @returns `undefined` if the text is too short to tell.
 */
export function isEnglish(text: string): boolean | undefined {
  const words = wordsOf(text.slice(0, 4000));
  const letters = words.join('');
  const foreign = letters.replaceAll(/[\p{ASCII}]/gu, '').length;
  if (foreign > letters.length * 0.1) return false;
  const english = words.filter((word) => englishWords.has(word)).length;
  const other = words.filter((word) => otherWords.has(word)).length;
  if (english > other) return true;
  return other > 0 && words.length >= 4 ? false : undefined;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words without content. */
export const smallWords = words(
  'a an the of to for and or in on at by with from as is are be this that it its which your you into all any each',
);

/** Verbs of tools that only read. */
export const readVerbs = words(
  'get list search find read fetch query describe show view count lookup retrieve browse inspect preview check ' +
    'validate verify compare analyze calculate compute estimate extract summarize explain look ' +
    'discover explore scan detect identify recommend suggest lists ping resolve translate parse lint diff crawl ' +
    'research shuffle render draw plot convert think whois return predict classify rank score geocode solve ' +
    'tokenize count sum average generate visualize',
);

/** Verbs of tools that change something. */
export const writeVerbs = words(
  'create add insert post send submit update edit modify set change write delete remove drop clear reset rename move ' +
    'copy upload put patch replace append apply merge close cancel stop start run execute install uninstall enable ' +
    'disable restart kill publish deploy save register archive restore assign unassign upsert approve reject ' +
    'pay refund transfer book order upgrade rollback scale commit push pull checkout stage unstage lock unlock ' +
    'invite revoke grant click type press fill drag drop navigate hover select scroll upload emulate resize evaluate ' +
    'wait handle take mark toggle rotate import sync init initialize begin end open purge destroy terminate trigger ' +
    'invoke schedule connect disconnect export make build give',
);

/** Verbs of tools that only add. */
export const addingVerbs = words('create add insert invite star bookmark');

/** Verbs of tools that replace what was there. */
export const overwritingVerbs = words('update edit modify set overwrite replace renew rewrite');

/** Verbs of tools that delete. */
export const destructiveVerbs = words(
  'delete remove drop clear reset purge destroy terminate kill uninstall erase wipe',
);

/** Other verbs at the beginning of a description. */
export const otherVerbs = words(
  'perform return provide convert transform render draw plot process monitor track watch subscribe unsubscribe ' +
    'authenticate login logout sign encode decode encrypt decrypt hash compress decompress format filter sort group ' +
    'split join combine collect gather index map measure test simulate predict classify rank score answer ask reply ' +
    'respond notify alert log record capture play pause resume skip transcribe reverse flip roll shuffle pick choose ' +
    'crawl scrape download visit load display print report evaluate think plan reflect determine obtain access ' +
    'manage control configure allow enable let help ask link unlink attach detach tag untag label pin unpin follow ' +
    'unfollow like share embed crop convert adjust align annotate audit backup batch bind block bookmark call capture ' +
    'chat claim clone compile complete compose confirm consume debug define deduplicate deliver demonstrate deny ' +
    'derive design dispatch echo emit enrich enter enumerate erase escalate execute expand expire fork geocode give ' +
    'highlight ingest interact issue join keep launch leave locate match minify mock mount mute normalize observe ' +
    'output paginate paste persist poll profile promote prune quote reassign rebuild recall receive recover redeem ' +
    'redirect refresh refine reindex release reload remember reopen reorder repeat request rerun reschedule reserve ' +
    'retry review rewrite route sample sanitize screenshot serve ship snapshot solve spawn speak specify star stream ' +
    'swap switch tail terminate tokenize trace train trim truncate try turn undo unlock update use vote walk warn wrap zoom',
);

/** Whether a word is a verb that a description of a tool begins with, in its base form. */
export function isVerb(word: string): boolean {
  return readVerbs.has(word) || writeVerbs.has(word) || otherVerbs.has(word);
}
