// Sounds, if they are wanted: a stone on wood, made here out of noise; no files.

import { recall, remember } from "./memory.js";

/** @import { GameView } from "./types.js" */

const KEY = "sounds";
const LOUD = 0.35;

/** @type {AudioContext | null} */
let room = null;
let isOn = recall(KEY) === "on";

export const areSoundsOn = () => isOn;

/** @param {boolean} now */
export function setSounds(now) {
  isOn = now;
  remember(KEY, now ? "on" : "off");
  if (now) playSound("move");
}

/**
 * A knock: noise that dies away within a moment.
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} when seconds from now
 */
function knock(audio, pitch, when) {
  const length = Math.round(0.07 * audio.sampleRate);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1)
    data[at] = (2 * Math.random() - 1) * Math.exp((-9 * at) / length);
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 4 });
  const gain = new GainNode(audio, { gain: LOUD * 4 });
  noise.connect(wood).connect(gain).connect(audio.destination);
  noise.start(audio.currentTime + when);
}

/**
 * A tone that dies away: the end of a game.
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} when
 */
function tone(audio, pitch, when) {
  const start = audio.currentTime + when;
  const wave = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUD, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.9);
  wave.connect(gain).connect(audio.destination);
  wave.start(start);
  wave.stop(start + 1);
}

const CHORD = [392, 494, 587];

/**
 * A piece was put, something was taken, or the game is over.
 * @param {"move" | "capture" | "end"} kind
 */
function playSound(kind) {
  if (!isOn) return;
  room ??= new AudioContext();
  room.resume();
  knock(room, 900, 0);
  if (kind === "capture") knock(room, 620, 0.08);
  if (kind === "end") for (const [at, pitch] of CHORD.entries()) tone(room, pitch, 0.12 * (at + 1));
}

/**
 * The sound of a move, if the game has gone on.
 * @param {GameView} before
 * @param {GameView} now
 */
export function soundMove(before, now) {
  if (now.line.length <= before.line.length) return;
  const isFewer = now.position.pieces.length < before.position.pieces.length;
  playSound(now.position.end ? "end" : isFewer ? "capture" : "move");
}
