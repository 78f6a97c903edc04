import type { PhoneCall, RtpAudio } from '@alo/testing';

import { until } from '../../e2e/support/until.ts';
import type { Customer, Desk } from './site.ts';

/** A call at somebody's phone. */
export interface Ring {
  readonly desk: Desk;
  readonly call: PhoneCall<RtpAudio>;
}

/** What rings at some phones, in its order. */
export interface Bell {
  next(): Promise<Ring>;
  /** Nothing has rung that was not asked for. */
  readonly quiet: boolean;
  close(): void;
}

export function bellOf(...desks: readonly Desk[]): Bell {
  const rung: Ring[] = [];
  let open = true;
  const collect = async (desk: Desk) => {
    while (open) {
      const call = await desk.phone.nextCall(500).catch(() => undefined);
      if (call === undefined) continue;
      call.ring();
      rung.push({ desk, call });
    }
  };
  const collecting = desks.map(collect);
  return {
    next: () => until('a phone rings', () => rung.shift(), 20_000),
    get quiet() {
      return rung.length === 0;
    },
    close() {
      open = false;
      void Promise.all(collecting);
    },
  };
}

/** Somebody answers, and the two hear each other. */
export async function talk(customer: Customer, ring: Ring): Promise<void> {
  await Promise.all([ring.call.answer(), customer.answered()]);
  await speakWith(customer, ring);
}

/** A customer and somebody at a phone, who are connected, hear each other. */
export async function speakWith(customer: Customer, { desk, call }: Ring): Promise<void> {
  call.audio.speak(desk.hertz);
  await hearEachOther(customer, { audio: call.audio, hertz: desk.hertz });
}

interface Voice {
  readonly audio: RtpAudio;
  readonly hertz: number;
}

export async function hearEachOther(one: Voice, other: Voice): Promise<void> {
  await hears(one, other);
  await hears(other, one);
}

async function hears({ audio }: Voice, { hertz, audio: theirs }: Voice): Promise<void> {
  const heard = () => audio.level(hertz) > 0.2;
  await until(`${hertz} Hz is heard`, heard, 10_000).catch((error: unknown) => {
    const packets = `${audio.packetsReceived} packets came, ${theirs.packetsReceived} at the other side`;
    throw new Error(`${String(error)}: ${packets}; level ${audio.level(hertz)}`);
  });
}

/** They hang up, and so are we. */
export async function over(customer: Customer, { call }: Ring): Promise<void> {
  await call.hangUp();
  await customer.ended();
}
