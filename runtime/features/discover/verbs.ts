import { stemWord } from './stem-word.js';

/** Effect of an operation on its resource. `act` is any other effect. */
export type Action = 'create' | 'read' | 'update' | 'delete' | 'act';

/** Verbs of web APIs and of user queries, by action. */
const verbs: { readonly [action in Action]: string } = {
  create: 'create make add new insert register build generate open post upload write put save store issue',
  read: 'get show list read fetch retrieve view see look find search query check display describe lookup download return know tell count browse export inspect compare watch listen hear',
  update: 'update change edit modify rename alter adjust set replace patch correct rewrite upsert',
  delete: 'delete remove erase destroy drop purge wipe clear revoke kick expel evict unassign',
  act: 'send run start stop cancel approve reject accept deny invite move transfer merge copy clone duplicate import enable disable activate deactivate suspend resume pause unlock lock reset restore archive unarchive publish subscribe unsubscribe follow unfollow join leave play skip vote plan tick forward invoke execute trigger assign attach detach close pay charge refund capture void confirm verify validate block ban unblock mute unmute pin unpin hide mark share deploy sign log give grant connect link ask schedule convert translate train undo',
};

const actions: ReadonlyMap<string, Action> = new Map(
  (Object.entries(verbs) as [Action, string][]).flatMap(([action, words]) =>
    words.split(' ').map((word) => [stemWord(word), action] as const),
  ),
);

/** Returns the action of a verb, by its stem; `undefined` for other words. */
export function actionOf(stem: string): Action | undefined {
  return actions.get(stem);
}
