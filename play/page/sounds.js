/** Short tones for decisions, the own turn and the end of a game. They are off until somebody switches them on. */

import { showIcon } from "./elements.js";

const KEY = "sounds";
// The pitches of each sound in hertz, one after another; the length of a tone in seconds, and its volume.
const SOUNDS = { decision: [440], turn: [660, 880], end: [523, 659, 784] };
const LENGTH = 0.12, VOLUME = 0.1;

let audio = null;

const areOn = () => localStorage.getItem(KEY) !== null;

/** Play the sound called `name` if sounds are on. */
export function sound(name) {
  if (!areOn()) return;
  audio ??= new AudioContext();
  SOUNDS[name].forEach((pitch, number) => {
    const tone = audio.createOscillator(), volume = audio.createGain();
    const start = audio.currentTime + number * LENGTH;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(VOLUME / 100, start + 2 * LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 2 * LENGTH);
  });
}

/** Let a button switch sounds on and off. */
export function offerSounds(made) {
  const show = () => showIcon(made, areOn() ? "sound" : "mute", areOn() ? "switch sounds off" : "switch sounds on");
  made.addEventListener("click", () => {
    if (areOn()) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "on");
    show();
    sound("turn");
  });
  show();
}
