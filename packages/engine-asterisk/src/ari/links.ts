import { setTimeout as sleep } from 'node:timers/promises';
import { Ari, type AriAddress, type AriEvents, AriRefused } from './ari.ts';
import { type AriEvent, eventTypes } from './events.ts';
import { notRunning } from './modules.ts';

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
export async function openLinks(
  address: AriAddress,
  events: AriEvents,
  onWaiting: (why: string) => void,
): Promise<Links> {
  const open = async (app: string, types: readonly AriEvent['type'][]) => {
    const ari = await patiently(() => Ari.connect({ ...address, app }, events), onWaiting);
    // Nine events a call in place of fifty-six: half of what an event costs is Asterisk's. What it answers is an event, too.
    const allowed = [...types, 'RESTResponse'].map((type) => ({ type }));
    await patiently(() => ari.put(`applications/${app}/eventFilter`, {}, { allowed }), onWaiting);
    return ari;
  };
  const ari = await open(
    address.app,
    eventTypes.filter((type) => !ofPhones.includes(type)),
  );
  const phones = await open(`${address.app}-phones`, ofPhones);
  await patiently(() => allRun(ari), onWaiting);
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

/** Asterisk answers before it has loaded all that is asked of it from here on, and would not know what is meant. */
async function allRun(ari: Ari): Promise<void> {
  const missing = notRunning(await ari.get('asterisk/modules'));
  if (missing.length > 0) throw new AriRefused(`503: ${missing.join(', ')} not loaded`, 503);
}

/** Asterisk may be starting. */
async function patiently<T>(attempt: () => Promise<T>, onWaiting: (why: string) => void): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const why = whyNotThere(error);
      if (why === undefined) throw error;
      if (tries % saidEvery === firstSaidAfter) onWaiting(why);
      await sleep(retryMs);
    }
  }
}

/** Undefined for what waiting does not cure. */
function whyNotThere(error: unknown): string | undefined {
  if (error instanceof AriRefused) return error.status === 404 || error.status === 503 ? error.message : undefined;
  if (!(error instanceof Error)) return undefined;
  return /ECONNREFUSED|ECONNRESET|socket hang up|response: (404|503)/.test(error.message) ? error.message : undefined;
}
