import { type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';

import type { Product } from './product.ts';

/** A customer's telephone beyond the carrier: it can press keys, and what it hears can be looked at. */
export type CustomerCall = PhoneCall<RtpAudio>;

const lines = new Set<TestPhone<RtpAudio>>();
const calls = new Set<CustomerCall>();

/** A customer calls one of the company's numbers (as people dial it) and says an even tone, whoever answers. */
export async function customerCalls(
  product: Product,
  { from, to, hertz }: { from: string; to: string; hertz: number },
): Promise<CustomerCall> {
  const phone = await openLine(product, from);
  const call = await phone.call(to);
  calls.add(call);
  call.audio.speak(hertz);
  return call;
}

/** The carrier's end of the demo's trunk: calls to the outside arrive here. */
export const openCarrier = (product: Product): Promise<TestPhone<RtpAudio>> => openLine(product, 'carrier', 5_080);

/** Ends what is left of all of them, so that nobody waits in the next story. */
export async function closeLines(): Promise<void> {
  for (const call of calls) {
    if (call.state === 'talking') await call.hangUp();
    else if (call.state !== 'ended') call.cancel();
  }
  for (const line of lines) line.close();
  calls.clear();
  lines.clear();
}

async function openLine(product: Product, user: string, fromPort = 0): Promise<TestPhone<RtpAudio>> {
  const line = await TestPhone.rtp({
    server: { transport: 'udp', host: '127.0.0.1', port: product.sipPort, fromPort },
    ...{ domain: '127.0.0.1', user, password: '' },
  });
  lines.add(line);
  return line;
}
