import { localTime } from '@alo/calendar';
import type { Activity } from '../board/activity.ts';
import type { BoxMessage, DataAnswer } from '../board/company-data.ts';
import { ends, type Next, waits } from '../board/next.ts';
import type { AudioSource, Digit, Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { saveChange } from '../turn/company-data.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer, stopPlaying } from '../turn/legs.ts';
import { say, sayDate, sayNumber, sayTime } from '../turn/speech.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { amend, note, type Turn } from '../turn/turn.ts';

type Mailbox = Activity<'mailbox'>;

/** A caller who presses nothing for so long counts as gone. */
const patienceMs = 10_000;
/** The list of messages in a box is waited for so long. */
const officeMs = 5_000;
/** No message is longer; an engine that loses one does not keep the caller for ever. */
const longestPlayMs = 70 * 60_000;
const longestPin = 12;

/** Listens to a voicemail box: types its PIN, then hears message after message, by keys. */
export const mailbox: ActivityKind<'mailbox'> = {
  stage: 'waiting',
  said: (plan, { box }) => `Nghe hộp thư thoại “${lookUp(plan.voicemailBoxes, box)?.name ?? box}”`,
  told(turn, here, activity, told) {
    return activity.doing.what === 'opening' ? answered(turn, here, activity, told) : waits;
  },
  key(turn, here, activity, digit) {
    amend(turn, here.call, { hops: 0 });
    const { doing } = activity;
    switch (doing.what) {
      case 'pin':
        return typed(turn, here, activity, doing.typed, digit);
      case 'opening':
        return waits;
      case 'listening':
        return chosen(turn, here, activity, doing, digit);
      case 'leaving':
        return ends('normal');
      default:
        return doing satisfies never;
    }
  },
  played(turn, here, activity) {
    if (activity.doing.what === 'leaving') return ends('normal');
    if (activity.doing.what === 'listening') heard(turn, here, activity, activity.doing);
    return listen(turn, here);
  },
  elapsed(turn, here, activity, timer) {
    const { doing } = activity;
    if (doing.what === 'opening') return leave(turn, here, activity, say('box-closed'));
    if (timer === 'play' || doing.what === 'leaving') return ends('normal');
    if (doing.what === 'pin' && doing.typed !== '') return open(turn, here, activity, doing.typed);
    return leave(turn, here, activity, say('goodbye'));
  },
};

/** Comes to a box. The answer to the first question says whether it wants a PIN. */
export function openMailbox(turn: Turn, here: Here, whose: Pick<Mailbox, 'box' | 'by' | 'own'>): Next {
  note(
    turn,
    here.call,
    'destination',
    `Nghe hộp thư thoại “${lookUp(turn.plan.voicemailBoxes, whose.box)?.name ?? ''}”`,
  );
  answerLeg(turn, here);
  const activity: Mailbox = { kind: 'mailbox', ...whose, doing: { what: 'opening' } };
  enter(turn, here, activity);
  return open(turn, here, activity, null);
}

function open(turn: Turn, here: Here, activity: Mailbox, pin: string | null): Next {
  stopPlaying(turn, here);
  dropTimers(turn, here);
  adjust(turn, here, activity, { doing: { what: 'opening' } });
  const { box, own } = activity;
  turn.commands.push({ type: 'ask', ...here, question: { kind: 'open-box', box, pin, own } });
  startLegTimer(turn, here, 'office', officeMs);
  return waits;
}

function answered(turn: Turn, here: Here, activity: Mailbox, told: DataAnswer): Next {
  if (told.kind === 'box-open') return begin(turn, here, activity, told.messages);
  if (told.kind !== 'box-shut') return waits;
  switch (told.why) {
    case 'needs-pin':
      return askPin(turn, here, activity, say('box-pin'));
    case 'wrong-pin':
      note(turn, here.call, 'destination', 'Mã PIN của hộp thư không đúng');
      return askPin(turn, here, activity, say('box-wrong-pin'));
    case 'blocked':
      note(turn, here.call, 'destination', 'Hộp thư tạm khoá vì nhập sai mã PIN nhiều lần');
      return leave(turn, here, activity, say('box-blocked'));
    case 'closed':
      return leave(turn, here, activity, say('box-closed'));
    default:
      return told.why satisfies never;
  }
}

function askPin(turn: Turn, here: Here, activity: Mailbox, sources: readonly AudioSource[]): Next {
  return speak(turn, here, { ...activity, doing: { what: 'pin', typed: '' } }, sources);
}

/** What is typed stands in no trace. */
function typed(turn: Turn, here: Here, activity: Mailbox, before: string, digit: Digit): Next {
  if (digit === '#') return open(turn, here, activity, before);
  if (before.length >= longestPin || digit < '0' || digit > '9') return waits;
  stopPlaying(turn, here);
  dropTimers(turn, here);
  adjust(turn, here, activity, { doing: { what: 'pin', typed: before + digit } });
  return listen(turn, here);
}

type Listening = Extract<Mailbox['doing'], { what: 'listening' }>;

/** New messages first, the oldest of them first. */
function begin(turn: Turn, here: Here, activity: Mailbox, all: readonly BoxMessage[]): Next {
  const messages = all.toSorted((a, b) => Number(a.heard) - Number(b.heard) || a.at - b.at);
  const fresh = messages.filter((message) => !message.heard).length;
  note(turn, here.call, 'destination', `Hộp thư có ${fresh} lời nhắn mới, ${messages.length - fresh} đã nghe`);
  if (messages.length === 0) return leave(turn, here, activity, say('box-empty'));
  const counted = [
    ...say('box-has'),
    ...sayNumber(fresh),
    ...say('box-new'),
    ...(fresh === messages.length ? [] : [...sayNumber(messages.length - fresh), ...say('box-old')]),
  ];
  return sayMessage(turn, here, activity, { what: 'listening', messages, place: 0 }, counted);
}

function sayMessage(
  turn: Turn,
  here: Here,
  activity: Mailbox,
  doing: Listening,
  before: readonly AudioSource[] = [],
): Next {
  const message = doing.messages[doing.place];
  if (message === undefined) return leave(turn, here, activity, [...before, ...say('box-no-more')]);
  const local = localTime(message.at, turn.plan.timeZone);
  return speak(turn, here, { ...activity, doing }, [
    ...before,
    ...say('box-message'),
    ...sayNumber(doing.place + 1),
    ...sayTime(local),
    ...sayDate(local),
    { kind: 'file', file: message.file },
    ...say('box-keys'),
  ]);
}

/** 1 again, 2 the next one, 3 away with it, # the end. */
function chosen(turn: Turn, here: Here, activity: Mailbox, doing: Listening, digit: Digit): Next {
  const { messages, place } = doing;
  switch (digit) {
    case '1':
      return sayMessage(turn, here, activity, heard(turn, here, activity, doing));
    case '2':
      return sayMessage(turn, here, activity, { ...heard(turn, here, activity, doing), place: place + 1 });
    case '3': {
      const message = messages[place];
      if (message === undefined) return waits;
      saveChange(turn, here, { kind: 'message', message: message.id, is: 'deleted', by: activity.by });
      note(turn, here.call, 'destination', `Xoá lời nhắn thứ ${place + 1}`);
      const left = { ...doing, messages: messages.toSpliced(place, 1) };
      return sayMessage(turn, here, activity, left, say('box-deleted'));
    }
    case '#':
    case '*':
      return leave(turn, here, activity, say('goodbye'));
    default:
      return waits;
  }
}

/** Somebody heard the message, or what they wanted of it: it is told once. */
function heard(turn: Turn, here: Here, activity: Mailbox, doing: Listening): Listening {
  const message = doing.messages[doing.place];
  if (message === undefined || message.heard) return doing;
  saveChange(turn, here, { kind: 'message', message: message.id, is: 'heard', by: activity.by });
  const now: Listening = { ...doing, messages: doing.messages.with(doing.place, { ...message, heard: true }) };
  adjust(turn, here, activity, { doing: now });
  return now;
}

function leave(turn: Turn, here: Here, activity: Mailbox, sources: readonly AudioSource[]): Next {
  return speak(turn, here, { ...activity, doing: { what: 'leaving' } }, sources);
}

function speak(turn: Turn, here: Here, activity: Mailbox, sources: readonly AudioSource[]): Next {
  enter(turn, here, activity);
  play(turn, here, sources);
  startLegTimer(turn, here, 'play', longestPlayMs);
  return waits;
}

function listen(turn: Turn, here: Here): Next {
  dropTimers(turn, here);
  startLegTimer(turn, here, 'key', patienceMs);
  return waits;
}
