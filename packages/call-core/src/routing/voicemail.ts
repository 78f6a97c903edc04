import { closeCall } from '../ending.ts';
import { type Destination, lookUp } from '../plan.ts';
import { enterPhase, newPlay, newRecording, note, perform, pickUp, startTimer, type Turn } from '../turn.ts';
import type { AudioSource, Digit, PlayId, RecordingId } from '../vocabulary.ts';
import { missing } from './missing.ts';

const longestGreetingMs = 2 * 60_000;

/** Greeting, beep, message: it ends with `#`, with silence, at the box's limit, or when the caller hangs up. */
export function visitVoicemail(turn: Turn, key: string): Destination | null {
  const box = lookUp(turn.plan.voicemailBoxes, key);
  if (box === undefined) return missing(turn, 'hộp thư thoại', key);
  note(turn, 'destination', `Hộp thư thoại “${box.name}”`, { maxSeconds: String(box.maxSeconds) });
  pickUp(turn);
  prompt(turn, key, 'greeting', { kind: 'file', file: box.greeting });
  return null;
}

/** A prompt of the box is over: after the greeting comes the beep, after the beep the message. */
export function prompted(turn: Turn, play: PlayId | 'timeout'): Destination | null {
  const { phase } = turn.call;
  if (phase.state !== 'prompting' || (play !== 'timeout' && play !== phase.play)) return null;
  if (phase.prompt === 'greeting') {
    prompt(turn, phase.box, 'beep', { kind: 'tone', tone: 'beep' });
    return null;
  }
  return takeMessage(turn, phase.box);
}

/** Who presses `#` in the greeting wants the beep; in the message, to be done. */
export function keyInVoicemail(turn: Turn, digit: Digit): void {
  const { phase } = turn.call;
  if (digit !== '#') return;
  if (phase.state === 'prompting' && phase.prompt === 'greeting') {
    prompt(turn, phase.box, 'beep', { kind: 'tone', tone: 'beep' });
  }
  if (phase.state === 'taking-message') closeCall(turn, 'system', 'normal');
}

/** The engine ended the recording by itself, after silence; or the box's limit is reached. */
export function messageOver(turn: Turn, recording: RecordingId | 'timeout'): void {
  const { phase } = turn.call;
  if (phase.state !== 'taking-message' || (recording !== 'timeout' && recording !== phase.recording)) return;
  closeCall(turn, 'system', 'normal');
}

function prompt(turn: Turn, box: string, which: 'greeting' | 'beep', source: AudioSource): void {
  const play = newPlay(turn);
  perform(turn, { type: 'play', leg: turn.call.waiting, play, source, loop: false });
  enterPhase(turn, { state: 'prompting', box, play, prompt: which });
  startTimer(turn, 'prompt', longestGreetingMs);
}

function takeMessage(turn: Turn, key: string): Destination | null {
  const box = lookUp(turn.plan.voicemailBoxes, key);
  if (box === undefined) return missing(turn, 'hộp thư thoại', key);
  const recording = newRecording(turn, 'message', key);
  const maxSilenceMs = box.maxSilenceSeconds * 1000;
  perform(turn, { type: 'record-message', recording, leg: turn.call.waiting, maxSilenceMs });
  enterPhase(turn, { state: 'taking-message', box: key, recording, since: turn.at });
  startTimer(turn, 'message', box.maxSeconds * 1000);
  return null;
}
