import type { MediaDescription } from 'sdp-transform';
import { type Clock, type Codec, clockOf, codecName, fixedNumber, offeredNumber } from './codec.ts';
import { MediaRefusal } from './media-leg.ts';

/** The formats that both sides can speak, with the payload numbers of the far end. */
export interface AudioFormats {
  readonly codec: Codec;
  readonly payloadType: number;
  /** `telephone-event` (RFC 4733), when the far end has it. */
  readonly eventType: number | undefined;
  /** Where that counts by another clock than 8 kHz. */
  readonly eventClock?: Clock;
  /** How much it wants in a packet, in milliseconds; undefined: 20, or as others send it. */
  readonly packetMs: PacketMs | undefined;
}

export type PacketMs = 10 | 20 | 30 | 40 | 50 | 60;

/** The codecs that a party is offered and may choose, the best first. A-law comes first, since Vietnam's network speaks it. */
export type Codecs = readonly Codec[];
export const G711: Codecs = ['pcma', 'pcmu'];
/** Where nothing better can be had these are spoken with anybody. */
export const LAST_RESORTS: Codecs = ['g722', 'opus'];

const EVENT_TYPE = 101;
/** Of the events that go with Opus, which have its clock (RFC 4733 §2.1). */
const OPUS_EVENT_TYPE = 110;

/** By which clock a party's events count. */
export const eventClockOf = ({ eventClock = 8_000 }: AudioFormats): Clock => eventClock;

/** The formats of an offer of ours. */
export const offeredFormats = (codecs: Codecs): readonly AudioFormats[] =>
  codecs.map((codec) => ({ codec, payloadType: offeredNumber(codec), ...eventsOf(codec), packetMs: undefined }));

const eventsOf = (codec: Codec): Pick<AudioFormats, 'eventType' | 'eventClock'> =>
  codec === 'opus' ? { eventType: OPUS_EVENT_TYPE, eventClock: clockOf(codec) } : { eventType: EVENT_TYPE };

/** The formats that are spoken with a party that lists these. Throws `MediaRefusal` where there is nothing of ours among them. */
export function formatsOf(audio: MediaDescription, codecs: Codecs, lastResorts: Codecs): AudioFormats {
  const listed = String(audio.payloads ?? '').split(' ');
  const numbers = listed.filter((text) => /^\d{1,3}$/.test(text)).map(Number);
  const named = new Map(
    audio.rtp.map(({ payload, codec, rate }) => [payload, `${codec}/${rate ?? 8000}`.toLowerCase()]),
  );
  const numberOf = (name: string, fixed?: number) =>
    numbers.find((number) => (named.get(number) ?? (number === fixed ? name : undefined)) === name);
  const common = [...new Set([...codecs, ...lastResorts])].flatMap((codec) => {
    const payloadType = numberOf(spelled(codec), fixedNumber(codec));
    return payloadType === undefined ? [] : [{ codec, payloadType }];
  });
  const chosen = preferred(common, codecs, numbers);
  if (chosen === undefined) throw new MediaRefusal('none of the audio formats is G.711, G.722 or Opus', 'format');
  // Of Opus a packet of ours has 20 ms, which everybody takes (RFC 7587 §6.1).
  if (chosen.codec === 'opus') return { ...chosen, ...opusEvents(numberOf), packetMs: undefined };
  return { ...chosen, eventType: numberOf('telephone-event/8000'), packetMs: packetMsOf(audio) };
}

/** Without the channels, which some leave out. */
const spelled = (codec: Codec): string => codecName(codec).toLowerCase().replace('/2', '');

/** Events have the clock of the audio; some phones have them by 8 kHz alone. */
function opusEvents(numberOf: (name: string) => number | undefined): Pick<AudioFormats, 'eventType' | 'eventClock'> {
  const own = numberOf('telephone-event/48000');
  return own === undefined
    ? { eventType: numberOf('telephone-event/8000') }
    : { eventType: own, eventClock: clockOf('opus') };
}

type Common = Pick<AudioFormats, 'codec' | 'payloadType'>;

/** Ours is the choice; but who has G.722 or Opus and names it before all others gets it, if it is one of those who may. */
function preferred(common: readonly Common[], codecs: Codecs, numbers: readonly number[]): Common | undefined {
  const place = ({ payloadType }: Common) => numbers.indexOf(payloadType);
  const wide = common.find(
    (one) => !isNarrow(one) && codecs.includes(one.codec) && common.every((other) => place(one) <= place(other)),
  );
  return wide ?? common[0];
}

const isNarrow = ({ codec }: Common): boolean => G711.includes(codec);

const PACKETS: readonly PacketMs[] = [60, 50, 40, 30, 20, 10];

/** The longest of ours that is not longer than it asks for; what it can take at most (`maxptime`) goes before what it would like. */
function packetMsOf(audio: MediaDescription): PacketMs | undefined {
  const [wish, most] = [Number(audio.ptime), Number(audio.maxptime)];
  if (!(wish > 0) && !(most < 20)) return undefined;
  const limit = Math.min(wish > 0 ? wish : 20, most > 0 ? most : 60);
  return PACKETS.find((ms) => ms <= limit) ?? 10;
}
