/** Ratings in words: what a person has, and what a game did to it. */

/** @type {Record<Wire.RatedInfo["speed"], string>} */
export const SPEED_NAMES = { bullet: "Bullet", blitz: "Blitz", rapid: "Rapid", correspondence: "Correspondence" };

/** What each of them is. @type {Record<Wire.RatedInfo["speed"], string>} */
export const SPEED_NOTES = {
  bullet: "under 3 minutes",
  blitz: "3 to 8 minutes",
  rapid: "8 minutes and more",
  correspondence: "days for a move, or no clock",
};

/**
 * A rating, with a question mark where it comes from few games, and what the game has changed: "1215? +12".
 * @param {{rating: number, certain: boolean, change?: number|null}} side
 */
export function ratingText({ rating, certain, change = null }) {
  const now = `${rating}${certain ? "" : "?"}`;
  return change === null ? now : `${now} ${changeText(change)}`;
}

/** @param {number} change */
export function changeText(change) {
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0";
}
