import { type Activity, messageHeard } from '../board/activity.ts';
import type { MessageKey } from '../board/destination.ts';
import { ends, goesTo, type Next, waits } from '../board/next.ts';
import type { Digit, Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { saveChange } from '../turn/company-data.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer, stopPlaying } from '../turn/legs.ts';
import { recordProof, stopRecordings } from '../turn/recordings.ts';
import { say } from '../turn/speech.ts';
import { type ActivityKind, amend, legAt, note, type Turn } from '../turn/turn.ts';
import { sayAndEnd } from './saying.ts';

type Heard = Activity<'broadcast'>;

/** After the message the line stays open so long for a key. */
const listenMs = 6_000;
/** No message is longer; an engine that loses one does not keep the customer for ever. */
const longestMs = 5 * 60_000;
/** It is said again so often on a key. */
const timesAgain = 2;

/** Hears a message that they were called for, and presses keys in it or after it. */
export const broadcast: ActivityKind<'broadcast'> = {
  stage: 'waiting',
  said: () => 'Nghe thông điệp',
  key(turn, here, activity, digit) {
    const key = lookUp(activity.keys, digit);
    if (key === undefined) return waits;
    amend(turn, here.call, { hops: 0 });
    return pressed(turn, here, activity, digit, key);
  },
  played(turn, here, activity) {
    note(turn, here.call, 'destination', 'Đã phát hết thông điệp', { [messageHeard]: 'whole' });
    // Where no key does anything there is nothing to wait for.
    if (Object.keys(activity.keys).length === 0) return ends('normal');
    dropTimers(turn, here);
    startLegTimer(turn, here, 'listen', listenMs);
    return waits;
  },
  elapsed: () => ends('normal'),
};

export function sayMessage(turn: Turn, here: Here, { message, keys }: Pick<Heard, 'message' | 'keys'>): Next {
  answerLeg(turn, here);
  note(turn, here.call, 'destination', 'Phát thông điệp', { [messageHeard]: 'began' });
  enter(turn, here, { kind: 'broadcast', message, keys, timesLeft: timesAgain });
  if (Object.values(keys).some(({ does }) => does === 'stop' || does === 'agree')) recordProof(turn, here);
  return hear(turn, here, message);
}

function hear(turn: Turn, here: Here, message: readonly string[]): Next {
  play(
    turn,
    here,
    message.map((file) => ({ kind: 'file', file })),
  );
  dropTimers(turn, here);
  startLegTimer(turn, here, 'said', longestMs);
  return waits;
}

function pressed(turn: Turn, here: Here, activity: Heard, digit: Digit, key: MessageKey): Next {
  const told = (words: string) =>
    note(turn, here.call, 'destination', `Khách bấm phím ${digit}: ${words}`, { [messageHeard]: key.does, key: digit });
  if (key.does === 'again') {
    // Whoever keeps pressing has heard it often enough.
    if (activity.timesLeft === 0) return waits;
    told('nghe lại');
    stopPlaying(turn, here);
    adjust(turn, here, activity, { timesLeft: activity.timesLeft - 1 });
    return hear(turn, here, activity.message);
  }
  stopPlaying(turn, here);
  dropTimers(turn, here);
  switch (key.does) {
    case 'stop':
      told('từ chối nhận cuộc gọi như thế này');
      saveChange(turn, here, { kind: 'refused-by-key', ...saidBy(turn, here, digit) });
      return sayAndEnd(turn, here, say('no-more-calls'));
    case 'agree':
      told('đồng ý nhận cuộc gọi như thế này');
      saveChange(turn, here, { kind: 'agreed-by-key', ...saidBy(turn, here, digit) });
      return sayAndEnd(turn, here, say('goodbye'));
    case 'hang-up':
      told('kết thúc');
      return sayAndEnd(turn, here, say('goodbye'));
    case 'queue':
      told('gặp nhân viên');
      stopRecordings(turn, here.call, 'proof');
      return goesTo({ kind: 'queue', queue: key.queue });
    case 'survey':
      told('trả lời khảo sát');
      stopRecordings(turn, here.call, 'proof');
      return goesTo({ kind: 'survey', survey: key.survey });
    default:
      return key satisfies never;
  }
}

function saidBy(turn: Turn, here: Here, key: Digit) {
  const { party } = legAt(turn, here);
  return { call: here.call, number: party.kind === 'outside' ? party.number : '', key, at: turn.at };
}
