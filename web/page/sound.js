// A short sound for each turn, made here, which can be switched off.

const KEPT = 'fairyring-sound';
let context = null;

export function isOn() {
  try {
    return localStorage.getItem(KEPT) !== 'off';
  } catch {
    return true;
  }
}

export function turn(isOnNow) {
  try {
    localStorage.setItem(KEPT, isOnNow ? 'on' : 'off');
  } catch {
    // It is on again after a reload.
  }
}

// A knock on wood, lower where something was taken.
export function knock(isCapture) {
  // A browser lets nothing sound before somebody has touched the page.
  if (!isOn() || !navigator.userActivation?.hasBeenActive || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(isCapture ? 190 : 320, now);
  tone.frequency.exponentialRampToValueAtTime(isCapture ? 70 : 120, now + 0.06);
  volume.gain.setValueAtTime(0.22, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.1);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.11);
}
