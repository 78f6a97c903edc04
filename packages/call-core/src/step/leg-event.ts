import { markBroken } from '../activity/broken-part.ts';
import { refusesRecording } from '../activity/refusing-recording.ts';
import type { Board } from '../board/board.ts';
import type { Leg } from '../board/call.ts';
import type { Event } from '../board/event.ts';
import { type Next, waits } from '../board/next.ts';
import type { Here, LegEvent, QualityOfAll } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { refer } from '../request/refer.ts';
import { tellActivity } from '../turn/activity-events.ts';
import { changeLeg, endLeg, moveLeg } from '../turn/legs.ts';
import { bySystem, doerOf, partyName } from '../turn/parties.ts';
import { noticeHeard } from '../turn/recording-notice.ts';
import { soundAfter } from '../turn/sound.ts';
import { callAt, isLive, later, legAt, legOf, note, perform, type Turn } from '../turn/turn.ts';
import { arrive } from './arrival.ts';
import { finishIfQuiet } from './call-end.ts';
import { arriveInPlace } from './fetching-arrival.ts';

/** Something happened to a leg: what it is doing decides what that means. */
export function takeLegEvent(turn: Turn, event: LegEvent): void {
  const here: Here = { call: read(turn.adopted, event.leg) ?? event.call, leg: event.leg };
  const call = read(turn.calls, here.call);
  if (event.type === 'arrived' && call === undefined && read(turn.adopted, event.leg) === undefined) {
    if (!arriveInPlace(turn, event)) arrive(turn, event);
    return noteDevice(turn, { call: read(turn.adopted, event.leg) ?? event.call, leg: event.leg }, event.device);
  }
  const leg = call === undefined ? undefined : legOf(call, here.leg);
  if (leg === undefined || !isLive(leg)) return takeFromGhost(turn, event, leg?.state);
  switch (event.type) {
    case 'arrived':
      return;
    case 'ringing':
    case 'early-media':
      if (leg.state === 'new') moveLeg(turn, here, { state: 'ringing' });
      return go(turn, here, tellActivity(turn, here, { what: 'rang', early: event.type === 'early-media' }));
    case 'answered':
      if (leg.state === 'up') return;
      noteDevice(turn, here, event.device);
      return go(turn, here, tellActivity(turn, here, { what: 'answered' }));
    case 'digit':
      if (refusesRecording(turn, here, event.digit)) return;
      return go(turn, here, tellActivity(turn, here, { what: 'key', digit: event.digit }));
    case 'played':
      if (leg.playing !== event.play) return;
      changeLeg(turn, here, { playing: null });
      if (leg.notice?.play === event.play) noticeHeard(turn, here);
      if (event.missing === true) markBroken(turn, here, 'không tìm thấy tệp âm thanh');
      return go(turn, here, tellActivity(turn, here, { what: 'played', play: event.play }));
    case 'held':
      if (leg.holds === event.on && (leg.phoneHolds ?? leg.holds) === event.on) return;
      changeLeg(turn, here, { holds: event.on, ...(leg.phoneHolds !== undefined && { phoneHolds: event.on }) });
      if (leg.holds === event.on) return;
      return go(turn, here, tellActivity(turn, here, { what: 'held', on: event.on }));
    case 'media':
      if (leg.silent === !event.on) return;
      changeLeg(turn, here, { silent: !event.on, isAsked: event.asked === true });
      return go(turn, here, tellActivity(turn, here, { what: 'heard', on: event.on }));
    case 'quality': {
      const { lossPercent, farLossPercent, jitterMs, roundTripMs } = event;
      const quality = { lossPercent, farLossPercent, jitterMs, roundTripMs };
      return changeLeg(turn, here, { quality, sound: soundAfter(leg.sound, quality) });
    }
    case 'transfer-requested':
      return refer(turn, here, event);
    case 'ended':
      return ended(turn, here, event);
    default:
      return event satisfies never;
  }
}

/** An arrival that comes once more: whoever knows its leg learns nothing by it, whatever became of that. */
export function isToldAgain({ calls, adopted }: Board, event: Event): boolean {
  if (event.type !== 'arrived') return false;
  const call = getFrom(calls, getFrom(adopted, event.leg) ?? event.call);
  return call !== undefined && legOf(call, event.leg) !== undefined;
}

function go(turn: Turn, here: Here, next: Next): void {
  if (next !== waits) later(turn, { kind: 'go', here, next });
}

/** Which phone of its own somebody picked up, or dialled at. */
function noteDevice(turn: Turn, here: Here, device: string | undefined): void {
  if (device !== undefined && isLive(legAt(turn, here))) changeLeg(turn, here, { device });
}

function noteQuality(turn: Turn, here: Here, quality: QualityOfAll | undefined): void {
  if (quality !== undefined) changeLeg(turn, here, { quality });
}

function ended(turn: Turn, here: Here, event: Extract<LegEvent, { type: 'ended' }>): void {
  const sipCode = event.sipCode ?? null;
  noteQuality(turn, here, event.quality);
  const cause = refusesUnrung(turn, here, sipCode) ? 'busy' : event.cause;
  endLeg(turn, here, cause, sipCode);
  tellActivity(turn, here, { what: 'left', cause, sipCode, divertedTo: event.divertedTo });
  const who = cause === 'interrupted' ? bySystem : doerOf(callAt(turn, here.call), legAt(turn, here));
  later(turn, { kind: 'left', call: here.call, who, cause });
}

/**
 * A phone that refuses before it has rung is set to let nobody through, or is in a call that we know nothing of. Makers say so by different
 * codes (480, 486, 600): to call control it is as busy as a person who wants no calls.
 */
function refusesUnrung(turn: Turn, here: Here, sipCode: number | null): boolean {
  const { side, state, party } = legAt(turn, here);
  if (side !== 'dialled' || state !== 'new' || party.kind !== 'extension') return false;
  if (sipCode === null || ![480, 486, 600].includes(sipCode)) return false;
  const words = `Máy của ${partyName(turn.plan, party)} từ chối ngay, không đổ chuông: không làm phiền đặt trên máy, hoặc máy đang bận`;
  note(turn, here.call, 'phone', words);
  return true;
}

/**
 * A leg that was told to go or that nobody knows. Its end is what was waited for; any sign of life is answered by telling it
 * to go (again): a late answer after the caller gave up must not leave anybody connected with nobody.
 */
function takeFromGhost(turn: Turn, event: LegEvent, state: Leg['state'] | undefined): void {
  const { call, leg } = event;
  switch (event.type) {
    case 'ended': {
      if (state !== 'ending') return;
      const here: Here = { call: read(turn.adopted, leg) ?? call, leg };
      const told = legAt(turn, here);
      noteQuality(turn, here, event.quality);
      endLeg(turn, here, told.state === 'ending' ? told.cause : event.cause, event.sipCode ?? null);
      return finishIfQuiet(turn, here.call);
    }
    case 'played':
      return;
    case 'arrived':
      if (state !== undefined) return;
      return perform(turn, call, { type: 'hang-up', leg, cause: 'failed' });
    case 'quality':
      if (state === 'ending') return;
      return perform(turn, call, { type: 'hang-up', leg, cause: 'normal' });
    case 'ringing':
    case 'early-media':
    case 'answered':
    case 'digit':
    case 'held':
    case 'media':
    case 'transfer-requested':
      return perform(turn, call, { type: 'hang-up', leg, cause: 'normal' });
    default:
      return event satisfies never;
  }
}
