import { setTimeout as sleep } from 'node:timers/promises';
import { header } from '@alo/sip';
import { type PhoneAudio, type PhoneCall, TestPhone } from '@alo/testing';
import { OnePacketAudio } from './one-packet-audio.ts';
import * as ours from './sip-tenant.ts';

export type LoadTestPhone = TestPhone<PhoneAudio>;

/** How a call went that a customer made: what the customer saw, and the name that the product gave it. */
export type PlacedCall =
  | { readonly ok: true; readonly setUpMs: number; readonly id: string; readonly byeAt: number }
  | { readonly ok: false; readonly why: string; readonly status: number | undefined; readonly afterMs: number };

/** A call that stands. */
export interface StandingCall {
  readonly setUpMs: number;
  /** The product's name of it. */
  readonly id: string;
  readonly customer: PhoneCall<PhoneAudio>;
  readonly agent: PhoneCall<PhoneAudio> | undefined;
}

/** Of whom the phones are, and whence customers call them. */
export interface CompanyOfPhones {
  readonly domain: string;
  readonly carrier: string;
  /** The number whose calls go to the phone at that extension. */
  readonly numberAt: (index: number) => string;
}

/** Phones that are registered and answer, each beside a customer who calls its number. */
export class DeskPhones {
  readonly #callers: readonly LoadTestPhone[];
  readonly #callees: readonly LoadTestPhone[];
  readonly #numberAt: (index: number) => string;
  /** The call that each phone has answered last. */
  readonly #answered: PhoneCall<PhoneAudio>[] = [];

  private constructor(
    callers: readonly LoadTestPhone[],
    callees: readonly LoadTestPhone[],
    numberAt: (index: number) => string,
  ) {
    this.#callers = callers;
    this.#numberAt = numberAt;
    this.#callees = callees;
    callees.forEach((phone, index) => void this.#answer(phone, index)); // Until the program ends.
  }

  /** Each end of each call gets audio from `newAudio`: one packet where nothing else is given. */
  static async open(
    count: number,
    sipPort: number,
    passwordAt: (index: number) => string,
    newAudio: (address: string) => Promise<PhoneAudio> = async (address) => new OnePacketAudio(address),
    { domain, carrier, numberAt }: CompanyOfPhones = ours,
  ): Promise<DeskPhones> {
    const openPhone = (user: string, from: string, password: string): Promise<LoadTestPhone> => {
      const server = { transport: 'udp', host: '127.0.0.1', port: sipPort, from } as const;
      return TestPhone.open({
        server,
        domain,
        user,
        password,
        newAudio: () => newAudio(from),
      });
    };
    const indices = Array.from({ length: count }, (_, index) => index);
    const callees = await Promise.all(
      indices.map((index) => openPhone(ours.extensionAt(index), '127.0.0.1', passwordAt(index))),
    );
    const callers = await Promise.all(indices.map(() => openPhone('0901234567', carrier, '')));
    for (const phone of callees) {
      const { status } = await phone.stayRegistered();
      if (status !== 200) throw new Error(`A phone could not register: ${status}`);
    }
    return new DeskPhones(callers, callees, numberAt);
  }

  get count(): number {
    return this.#callees.length;
  }

  /** A customer calls the number of that phone; rejects where they do not come to talk in time. */
  async begin(index: number, withinMs = 15_000): Promise<StandingCall> {
    const from = performance.now();
    return this.#talking(await this.#dial(index), index, from, withinMs);
  }

  #dial(index: number): Promise<PhoneCall<PhoneAudio>> {
    const caller = this.#callers[index];
    if (caller === undefined) throw new RangeError(`There is no phone ${index}.`);
    return caller.call(this.#numberAt(index));
  }

  async #talking(
    customer: PhoneCall<PhoneAudio>,
    index: number,
    from: number,
    withinMs = 15_000,
  ): Promise<StandingCall> {
    await customer.until('talking', withinMs);
    const agent = this.#answered[index];
    const id = (agent?.invite && header(agent.invite, 'x-alo-call')) ?? '';
    return { customer, agent, id, setUpMs: performance.now() - from };
  }

  /** A customer calls the number of that phone, talks for `talkMs` and hangs up. */
  async call(index: number, talkMs: number): Promise<PlacedCall> {
    const from = performance.now();
    const customer = await this.#dial(index);
    const failed = (why: string, status: number | undefined): PlacedCall => {
      return { ok: false, why, status, afterMs: performance.now() - from };
    };
    try {
      const { id, setUpMs } = await this.#talking(customer, index, from);
      await sleep(talkMs);
      const byeAt = performance.now();
      const status = await customer.hangUp();
      return status === 200 ? { ok: true, setUpMs, id, byeAt } : failed(`BYE was answered ${status}`, status);
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error), customer.status);
    }
  }

  /** They vanish without a word. */
  close(): void {
    for (const phone of [...this.#callers, ...this.#callees]) phone.close();
  }

  async #answer(phone: LoadTestPhone, index: number): Promise<never> {
    for (;;) {
      const call = await phone.nextCall(2 ** 30);
      this.#answered[index] = call;
      call.ring();
      await call.answer();
    }
  }
}
