/** Milliseconds after a call within which its notification may still be on its way. */
const deliveryMs = 1000;

/**
 * Compares announcements with notifications. What was announced while the stream of a subscriber was away arrives afterwards, except for
 * legacy clients after a kill and for modern clients, whose subscriptions start anew.
 *
 * @param {{ announcements: object[], subscribers: object[] }[]} topics
 * @param {{ from: number, to: number }} kill Time in which a node was killed.
 */
export function judgeNews(topics, kill) {
  const counts = { expected: 0, received: 0, lost: 0, lostToKill: 0, lostToModernRestart: 0, again: 0, resumed: 0 };
  for (const { announcements, subscribers } of topics) {
    for (const { era, received, aways } of subscribers) {
      const isMissable = (away) => era === 'modern' || isCausedBy(kill, away);
      const missable = announcements.filter(
        (each) => !each.isCertain || aways.some((away) => isMissable(away) && overlaps(each, away)),
      ).length;
      const missed = Math.max(0, announcements.length - received);
      const excepted = Math.min(missed, missable);
      counts.expected += announcements.length;
      counts.received += received;
      counts[era === 'modern' ? 'lostToModernRestart' : 'lostToKill'] += excepted;
      counts.lost += missed - excepted;
      counts.again += Math.max(0, received - announcements.length);
      const resumed = aways.filter((away) => !isMissable(away));
      counts.resumed += announcements.filter((each) => resumed.some((away) => overlaps(each, away))).length;
    }
  }
  return counts;
}

/** Whether a stream ended because of a kill. */
export function isCausedBy({ from, to }, away) {
  return away.from >= from && away.from <= to + deliveryMs;
}

function overlaps(announcement, away) {
  return announcement.from <= away.to && announcement.to + deliveryMs >= away.from;
}
