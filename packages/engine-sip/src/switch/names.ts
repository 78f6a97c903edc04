import { Resolver } from 'node:dns/promises';

import { hasCode } from '@alo/engine-host/process';
import { addressesOf } from '@alo/net';

import { Patience } from './patience.ts';

/** A server as an SRV record names it (RFC 2782). */
export interface Service {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** A way to a domain's SIP as a NAPTR record names it (RFC 3263 §4.1): by which transport, and where its services are listed. */
export interface Pointer {
  /** `SIP+D2U`, `SIP+D2T`, `SIPS+D2T`. */
  readonly service: string;
  readonly flags: string;
  readonly replacement: string;
  readonly order: number;
  readonly preference: number;
}

/** The look-ups in the domain name system. An empty answer is an answer. */
export interface Names {
  addresses(name: string): Promise<readonly string[]>;
  services(name: string): Promise<readonly Service[]>;
  pointers(name: string): Promise<readonly Pointer[]>;
}

export const systemNames: Names = {
  addresses: async (name) => (await addressesOf(name)).map(({ address }) => address),
  services: (name) => orNone(resolver().resolveSrv(name)),
  pointers: (name) => orNone(resolver().resolveNaptr(name)),
};

const resolver = () => new Resolver({ timeout: 1_000, tries: 2 });

async function orNone<Answer>(answer: Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

const isAbsent = (error: unknown): boolean => hasCode(error, 'ENOTFOUND', 'ENODATA');

/** So long an answer is as good as new. */
const freshMs = 60_000;
/** A call does not wait longer for a name that was known before, nor any question longer than `patientMs`. */
const knownMs = 500;
const patientMs = 3_000;

interface Known {
  readonly at: number;
  readonly answer: readonly unknown[];
}

/**
 * Remembers answers, and goes on with the last one while nobody answers: a name server that is slow or gone takes no carrier away
 * that was there a moment ago.
 */
export function rememberedNames(names: Names, now: () => number = () => performance.now()): Names {
  const known = new Map<string, Known>();

  async function ask<Answer>(key: string, question: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
    const before = known.get(key);
    // What is kept under a key is what its question answered.
    const last = before?.answer as readonly Answer[] | undefined;
    if (last !== undefined && before !== undefined && now() - before.at < freshMs) return last;
    const asked = question().then((answer) => {
      known.set(key, { at: now(), answer });
      return answer;
    });
    try {
      return await withTimeout(asked, last === undefined ? patientMs : knownMs);
    } catch (error) {
      if (last !== undefined) return last;
      throw error;
    }
  }

  return {
    addresses: (name) => ask(`a ${name}`, () => names.addresses(name)),
    services: (name) => ask(`srv ${name}`, () => names.services(name)),
    pointers: (name) => ask(`naptr ${name}`, () => names.pointers(name)),
  };
}

/** The answer, if it comes in time. Rejects with `TooLate` otherwise; what comes later is not lost, but nobody waits for it. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let patience: Patience | undefined;
  const late = new Promise<never>((_, reject) => {
    patience = new Patience(ms, () => reject(new TooLate()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience?.end();
    work.catch(() => undefined); // The caller of `withTimeout` was told that it was too late.
  }
}

export class TooLate extends Error {}
