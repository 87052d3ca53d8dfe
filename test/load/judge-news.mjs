/** Milliseconds after a call within which its notification may still be on its way. */
const deliveryMs = 1000;
/** Milliseconds between the kill of a node and a call that may still be affected by it. */
const inFlightMs = 100;

/**
 * Compares announcements with notifications. What was announced while the stream of a subscriber was away arrives afterwards, except for
 * modern clients, whose subscriptions start anew. An announcement may end with the process that was about to make it.
 *
 * @param {{ announcements: object[], subscribers: object[] }[]} topics
 * @param {{ from: number, to: number }} kill Time in which a node was killed.
 */
export function judgeNews(topics, kill) {
  const counts = { expected: 0, received: 0, lost: 0, lostToKill: 0, lostToModernRestart: 0, again: 0, resumed: 0 };
  for (const { announcements, subscribers } of topics) {
    for (const { era, received, aways } of subscribers) {
      const isModern = era === 'modern';
      const isMissable = (each) =>
        !each.isCertain || endsWith(each, kill) || (isModern && aways.some((away) => overlaps(each, away)));
      const missable = announcements.filter(isMissable).length;
      const missed = Math.max(0, announcements.length - received);
      const excepted = Math.min(missed, missable);
      counts.expected += announcements.length;
      counts.received += received;
      counts[isModern ? 'lostToModernRestart' : 'lostToKill'] += excepted;
      counts.lost += missed - excepted;
      counts.again += Math.max(0, received - announcements.length);
      if (isModern) continue;
      counts.resumed += announcements.filter((each) => aways.some((away) => overlaps(each, away))).length;
    }
  }
  return counts;
}

/** Whether a stream ended because of a kill. */
export function isCausedBy({ from, to }, away) {
  return away.from >= from && away.from <= to + deliveryMs;
}

/** Whether a call that announced a change ran when a node was killed: the node may not have passed it on. */
function endsWith(announcement, { from }) {
  return announcement.from <= from + inFlightMs && announcement.to >= from - inFlightMs;
}

function overlaps(announcement, away) {
  return announcement.from <= away.to && announcement.to + deliveryMs >= away.from;
}
