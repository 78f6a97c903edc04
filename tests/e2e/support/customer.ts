import { type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';

import type { Product } from './product.ts';

/** A customer's telephone beyond the carrier: it can press keys, and what it hears can be looked at. */
export type CustomerCall = PhoneCall<RtpAudio>;

/** A customer calls one of the company's numbers (as people dial it) and is answered, by whomever; they say an even tone. */
export async function customerCalls(
  product: Product,
  { from, to, hertz }: { from: string; to: string; hertz: number },
): Promise<CustomerCall> {
  const phone = await openLine(product, from);
  const call = await phone.call(to);
  call.audio.speak(hertz);
  void call.until('ended', 600_000).finally(() => phone.close());
  return call;
}

/** The carrier's end of the demo's trunk: calls to the outside arrive here. */
export const openCarrier = (product: Product): Promise<TestPhone<RtpAudio>> => openLine(product, 'carrier', 5_080);

const openLine = (product: Product, user: string, fromPort = 0): Promise<TestPhone<RtpAudio>> =>
  TestPhone.rtp({
    server: { transport: 'udp', host: '127.0.0.1', port: product.sipPort, fromPort },
    ...{ domain: '127.0.0.1', user, password: '' },
  });
