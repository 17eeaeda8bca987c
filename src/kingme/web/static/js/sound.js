/** Sounds, made on the spot: wood on wood for moves, a few notes for the rest. */

import { settings } from "./settings.js";

/** @type {AudioContext|null} */
let context = null;

/** Browsers allow sound after the first touch only. */
function ready() {
  if (!settings.get("sound") || !("AudioContext" in window)) return null;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * A knock: noise through a narrow filter, gone in a moment.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} volume
 */
function knock(audio, at, pitch, volume) {
  const length = Math.floor(0.06 * audio.sampleRate);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 3 });
  const gain = new GainNode(audio, { gain: volume });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 * @param {number} volume
 */
function note(audio, at, pitch, length, volume = 0.05) {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** @satisfies {Record<string, (audio: AudioContext, at: number) => void>} */
const SOUNDS = {
  move: (audio, at) => knock(audio, at, 1100, 1.1),
  capture: (audio, at) => [0, 0.07].forEach((later, i) => knock(audio, at + later, i ? 1000 : 650, 1.4)),
  crown: (audio, at) => [660, 880].forEach((pitch, i) => note(audio, at + i * 0.07, pitch, 0.25)),
  refused: (audio, at) => note(audio, at, 160, 0.16, 0.08),
  start: (audio, at) => [440, 554].forEach((pitch, i) => note(audio, at + i * 0.09, pitch, 0.2)),
  win: (audio, at) => [523, 659, 784, 1047].forEach((pitch, i) => note(audio, at + i * 0.11, pitch, 0.35)),
  loss: (audio, at) => [440, 392, 330].forEach((pitch, i) => note(audio, at + i * 0.14, pitch, 0.35)),
  end: (audio, at) => [523, 523].forEach((pitch, i) => note(audio, at + i * 0.16, pitch, 0.3)),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  // After the picture: the first sound has to wake the device, which takes a moment.
  setTimeout(() => {
    const audio = ready();
    if (audio) SOUNDS[name](audio, audio.currentTime + 0.005);
  });
}
