import { setTimeout as sleep } from 'node:timers/promises';
import { Ari, type AriAddress, type AriEvents } from './ari.ts';
import { type AriEvent, eventTypes } from './events.ts';

export interface Links {
  /** Calls. */
  readonly ari: Ari;
  /** Registrations are told from now on: Asterisk lets nobody ask for them before it has a phone. */
  watchPhones(): Promise<void>;
  close(): void;
}

const retryMs = 250;
/** After two seconds, and every ten from then on, it is said that nobody answers. */
const [firstSaidAfter, saidEvery] = [8, 40];
const ofPhones: readonly AriEvent['type'][] = ['ContactStatusChange'];

/**
 * Opens what we hear Asterisk by, as soon as it is there. Registrations have a link of their own: whoever is told of phones is told of their
 * calls besides, and would hear each event of a call twice.
 */
export async function openLinks(address: AriAddress, events: AriEvents, onWaiting: () => void): Promise<Links> {
  const open = async (app: string, types: readonly AriEvent['type'][]) => {
    const ari = await patiently(() => Ari.connect({ ...address, app }, events), onWaiting);
    // Nine events a call in place of fifty-six: half of what an event costs is Asterisk's. What it answers is an event, too.
    const allowed = [...types, 'RESTResponse'].map((type) => ({ type }));
    await ari.put(`applications/${app}/eventFilter`, {}, { allowed });
    return ari;
  };
  const ari = await open(
    address.app,
    eventTypes.filter((type) => !ofPhones.includes(type)),
  );
  const phones = await open(`${address.app}-phones`, ofPhones);
  let watching: Promise<unknown> | undefined;
  return {
    ari,
    async watchPhones() {
      watching ??= phones.post(`applications/${phones.app}/subscription`, { eventSource: 'endpoint:PJSIP' });
      await watching;
    },
    close() {
      ari.close();
      phones.close();
    },
  };
}

/** Asterisk may be starting. */
async function patiently<T>(attempt: () => Promise<T>, onWaiting: () => void): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isNotThere(error)) throw error;
      if (tries % saidEvery === firstSaidAfter) onWaiting();
      await sleep(retryMs);
    }
  }
}

const isNotThere = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|ECONNRESET|socket hang up|503|404/.test(error.message);
