import type { OpenPlant } from '@alo/engine-host/process';
import { addressSeenBy } from '@alo/net';
import type { SipPlantOptions } from '../plant-options.ts';
import type { LocalAddresses } from './local-address.ts';

/** A cloud gives another address seldom, a line of a house at night: calls of a minute have the old one then. */
const askAgainMs = 60_000;

/**
 * Asks the STUN server that the operator named where the world sees us, now and from time to time. Who cannot be asked now is asked again:
 * calls inside our own networks go on without it.
 */
export async function learnAddress(
  addresses: LocalAddresses,
  { stunServer, publicAddresses }: Pick<SipPlantOptions, 'stunServer' | 'publicAddresses'>,
  log: Parameters<OpenPlant<SipPlantOptions>>[1]['log'],
): Promise<{ close(): void }> {
  if (stunServer === null) return { close() {} };
  let isAway = false;
  const ask = async () => {
    try {
      addresses.seenAt(await addressSeenBy(stunServer), publicAddresses);
      isAway = false;
    } catch (error) {
      if (!isAway) log('warn', 'the STUN server does not say where we are', { reason: String(error) });
      isAway = true;
    }
  };
  await ask();
  const timer = setInterval(() => void ask(), askAgainMs).unref(); // Never rejects.
  return { close: () => clearInterval(timer) };
}
