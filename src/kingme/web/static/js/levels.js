/** The players that one can choose: the ladder, the levels of the studies, one's own, every algorithm by its spec. */

import { h } from "./dom.js";
import { ENGLISH } from "./games/layout.js";
import { settings } from "./settings.js";
import { short } from "./words.js";

const GROUPS = [
  ["ladder", "Opponents"],
  ["own", "Your own levels"],
  ["levels", "Levels of study C"],
  ["study", "Presets of the studies"],
];

/** What a rating means, wherever ratings are shown to choose by. */
export const RATINGS =
  "Ratings are Elo points on one scale: a player that moves at random has 0, " +
  "and a player rated 200 points higher scores about three points out of four.";

/**
 * What can be chosen for a game: its levels, with their ratings in it and words that fit it.
 * @param {Wire.Config} config
 * @param {string} game
 * @returns {Wire.Config}
 */
export function configFor(config, game) {
  const known = config.games.find(({ name }) => name === game);
  if (game === ENGLISH || !known) return config;
  const levels = config.levels.filter(({ name }) => known.levels.includes(name));
  const other = known.family === "other";
  return {
    ...config,
    levels: levels.map((level) => ({
      ...level,
      rating: known.ratings[level.name] ?? null,
      description: (other && level.elsewhere) || level.description,
    })),
  };
}

/** Levels by group, in the order in which they are offered. @param {Wire.Config} config */
export function levelGroups(config) {
  return GROUPS.map(([group, title]) => ({
    group,
    title,
    levels: config.levels.filter((level) => level.group === group),
  })).filter(({ levels }) => levels.length);
}

/**
 * The levels that are offered first: the ladder, or the difficulty levels where there is none.
 * @param {Wire.Config} config
 */
export function mainLevels(config) {
  const ladder = config.levels.filter((level) => level.group === "ladder");
  const levels = config.levels.filter((level) => level.group === "levels");
  return ladder.length ? ladder : levels;
}

/** @param {Wire.Config} config @param {string|null} spec */
export function findLevel(config, spec) {
  return config.levels.find((level) => level.name === spec) ?? null;
}

/**
 * Options of a drop-down; a player that is not among the levels is added on top.
 * @param {Wire.Config} config
 * @param {string|null} spec
 * @param {string|null} title
 */
export function levelOptions(config, spec = null, title = spec) {
  const groups = levelGroups(config).map(({ title: name, levels }) =>
    h(
      "optgroup",
      { label: name },
      levels.map((level) => h("option", { value: level.name }, levelText(level))),
    ),
  );
  const known = spec === null || findLevel(config, spec);
  return known ? groups : [h("option", { value: spec }, title || spec), ...groups];
}

/** @type {Record<string, string>} */
const UNITS = { iterations: "simulations", playouts: "playouts", nodes: "positions", depth: "plies deep" };

/**
 * The level that is offered first: the last one played, or one that a newcomer can beat.
 * @param {Wire.Config} config
 */
export function usualLevel(config) {
  const chosen = settings.get("level");
  if (chosen && (findLevel(config, chosen) || !chosen.startsWith("level-"))) return chosen;
  const levels = mainLevels(config);
  return (levels[1] ?? levels[0]).name;
}

/** What tells a level from its neighbours: its rating, or how much it may think. @param {Wire.Level} level */
export function levelNote(level) {
  if (level.rating) return `rating ${level.rating}`;
  const { values } = readSpec(level.spec);
  const key = Object.keys(UNITS).find((name) => name in values);
  return key ? `${short(Number(values[key]))} ${UNITS[key]}` : level.description;
}

/** @param {Wire.Level} level */
export function levelText(level) {
  const title = level.persona ? `${level.persona}, ${level.title}` : level.title;
  return level.rating ? `${title} (${level.rating})` : title;
}

/** Whether this is the name of a level whose rating was measured. @param {string} name */
export function isLevel(name) {
  return /^level-\d+$/.test(name);
}

/** A spec string taken apart: "mcts:iterations=500,c=1.4". @param {string} spec */
export function readSpec(spec) {
  const [name, ...rest] = spec.split(":");
  /** @type {Record<string, string>} */
  const values = {};
  for (const part of rest.join(":").split(",").filter(Boolean)) {
    const [key, ...value] = part.split("=");
    values[key.trim()] = value.join("=").trim();
  }
  return { name: name.trim(), values };
}

/** The algorithm behind a spec, a level's name or its title. @param {Wire.Config} config @param {string} spec */
export function algorithmOf(config, spec) {
  const { name } = readSpec(spec);
  const level = config.levels.find((item) => item.name === name || item.title === name);
  return level ? readSpec(level.spec).name : name;
}

/** @param {string} name @param {Record<string, string>} values */
export function writeSpec(name, values) {
  const parts = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

/** A default as a spec would write it. @param {Wire.Parameter} parameter */
export function defaultText(parameter) {
  if (parameter.default === null || parameter.default === undefined) return "";
  if (parameter.type === "bool") return parameter.default ? "on" : "off";
  return String(parameter.default);
}
