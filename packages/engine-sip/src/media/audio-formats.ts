import type { MediaDescription } from 'sdp-transform';
import { type Codec, codecName, fixedNumber } from './codec.ts';
import { MediaRefusal } from './media-leg.ts';

/** The formats that both sides can speak, with the payload numbers of the far end. */
export interface AudioFormats {
  readonly codec: Codec;
  readonly payloadType: number;
  /** `telephone-event/8000` (RFC 4733), when the far end has it. */
  readonly eventType: number | undefined;
  /** How much it wants in a packet, in milliseconds; undefined: 20, or as others send it. */
  readonly packetMs: PacketMs | undefined;
}

export type PacketMs = 10 | 20 | 30 | 40 | 50 | 60;

/** The codecs that a party is offered and may choose, the best first. A-law comes first, since Vietnam's network speaks it. */
export type Codecs = readonly Codec[];
export const G711: Codecs = ['pcma', 'pcmu'];
/** Where nothing better can be had it is spoken with anybody. */
const LAST_RESORT: Codec = 'g722';

const EVENT_TYPE = 101;

/** The formats of an offer of ours. */
export const offeredFormats = (codecs: Codecs): readonly AudioFormats[] =>
  codecs.map((codec) => ({ codec, payloadType: fixedNumber(codec), eventType: EVENT_TYPE, packetMs: undefined }));

/** The formats that are spoken with a party that lists these. Throws `MediaRefusal` where there is nothing of ours among them. */
export function formatsOf(audio: MediaDescription, codecs: Codecs): AudioFormats {
  const listed = String(audio.payloads ?? '').split(' ');
  const numbers = listed.filter((text) => /^\d{1,3}$/.test(text)).map(Number);
  const named = new Map(
    audio.rtp.map(({ payload, codec, rate }) => [payload, `${codec}/${rate ?? 8000}`.toLowerCase()]),
  );
  const numberOf = (name: string, fixed?: number) =>
    numbers.find((number) => (named.get(number) ?? (number === fixed ? name : undefined)) === name);
  const common = [...new Set([...codecs, LAST_RESORT])].flatMap((codec) => {
    const payloadType = numberOf(codecName(codec).toLowerCase(), fixedNumber(codec));
    return payloadType === undefined ? [] : [{ codec, payloadType }];
  });
  const chosen = preferred(common, codecs, numbers);
  if (chosen === undefined) throw new MediaRefusal('none of the audio formats is G.711 or G.722', 'format');
  return { ...chosen, eventType: numberOf('telephone-event/8000'), packetMs: packetMsOf(audio) };
}

type Common = Pick<AudioFormats, 'codec' | 'payloadType'>;

/** Ours is the choice; but who has G.722 and names it before G.711 gets it, if it is one of those who may. */
function preferred(common: readonly Common[], codecs: Codecs, numbers: readonly number[]): Common | undefined {
  const wide = common.find(({ codec }) => codec === 'g722' && codecs.includes(codec));
  const place = ({ payloadType }: Common) => numbers.indexOf(payloadType);
  return wide && common.every((other) => place(wide) <= place(other)) ? wide : common[0];
}

const PACKETS: readonly PacketMs[] = [60, 50, 40, 30, 20, 10];

/** The longest of ours that is not longer than it asks for; what it can take at most (`maxptime`) goes before what it would like. */
function packetMsOf(audio: MediaDescription): PacketMs | undefined {
  const [wish, most] = [Number(audio.ptime), Number(audio.maxptime)];
  if (!(wish > 0) && !(most < 20)) return undefined;
  const limit = Math.min(wish > 0 ? wish : 20, most > 0 ? most : 60);
  return PACKETS.find((ms) => ms <= limit) ?? 10;
}
