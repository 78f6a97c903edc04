import { buffer } from 'node:stream/consumers';
import { WAV_HEADER, wavHeader } from '@alo/engine-host/audio';

import type { StoredFile } from '../file-store.ts';
import { clockTicks, headPages, packetSamples, pageOf, pagePackets, pagesOf, sampleRate } from './ogg-opus.ts';
import { smallAbout, wavAbout } from './small-recording.ts';

/** A part of a recording, in the bytes in which it is kept: of Opus the same packets, nothing is coded anew. */
export interface CutOut {
  readonly content: Buffer;
  readonly type: 'audio/ogg' | 'audio/wav';
  readonly fromMs: number;
  readonly toMs: number;
}

/** A decoder hears so many packets before what counts. */
const before = 4;
const pagesOfHead = 2;

/** From one moment to another, as far as there is sound; undefined where there is none, or no recording of ours. */
export async function cutOut(kept: StoredFile, fromMs: number, toMs: number): Promise<CutOut | undefined> {
  const about = await smallAbout(kept);
  const head = await buffer(await kept.read({ start: 0, end: Math.min(kept.bytes, WAV_HEADER) - 1 }));
  const { channels, frames } = about ?? wavAbout(head, kept.bytes) ?? { channels: 1 as const, frames: 0 };
  const from = Math.round((fromMs * sampleRate) / 1_000);
  const to = Math.min(frames, Math.round((toMs * sampleRate) / 1_000));
  if (to <= from) return undefined;
  const times = { fromMs, toMs: Math.round((to * 1_000) / sampleRate) };
  if (about === undefined) {
    const bytes = { start: WAV_HEADER + from * channels * 2, end: WAV_HEADER + to * channels * 2 - 1 };
    const sound = await buffer(await kept.read(bytes));
    return { content: Buffer.concat([wavHeader(channels, sound.length), sound]), type: 'audio/wav', ...times };
  }
  const first = Math.max(0, Math.floor((from + about.early) / packetSamples) - before);
  const last = Math.ceil((to + about.early) / packetSamples);
  const early = from + about.early - first * packetSamples;
  const packets = await packetsOf(kept, first, last);
  const pages = Array.from({ length: Math.ceil(packets.length / pagePackets) }, (_, nth) => {
    const own = packets.slice(nth * pagePackets, (nth + 1) * pagePackets);
    const isLast = (nth + 1) * pagePackets >= packets.length;
    const end = isLast ? early + to - from : (nth + 1) * pagePackets * packetSamples;
    return pageOf(own, { nth: nth + pagesOfHead, granule: BigInt(end * clockTicks), last: isLast });
  });
  const heads = headPages({ channels, frames: to - from, early });
  return { content: Buffer.concat([heads, ...pages]), type: 'audio/ogg', ...times };
}

async function packetsOf(kept: StoredFile, first: number, last: number): Promise<Buffer[]> {
  const packets: Buffer[] = [];
  let nth = -pagesOfHead * pagePackets;
  for await (const page of pagesOf(await kept.read())) {
    // The two pages of the head have a packet each, and count as pages.
    if (nth >= 0) packets.push(...page.filter((_, place) => nth + place >= first && nth + place < last));
    nth += pagePackets;
    if (nth >= last) break;
  }
  return packets.map((packet) => Buffer.from(packet));
}
