import type { Db } from '../db/database.ts';
import { deviceProvisions } from '../features/devices/device-store.ts';
import { type MessageCounts, messagesByExtension } from '../features/devices/waiting-messages.ts';
import type { SessionStore } from '../features/identity/sessions.ts';
import { extensionSecrets } from '../features/identity/sip-secrets.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import type { TelephonyOptions } from '../telephony/telephony-options.ts';

/** By what phones are known: browsers by their session, desk phones by their device. */
export const credentialsOf =
  (deps: {
    db: Pick<Db, 'inTenant'>;
    sessions: Pick<SessionStore, 'liveWithExtension'>;
    serverKey: ServerKey;
  }): TelephonyOptions['secretsOf'] =>
  async (tenant, of) => {
    const browsers = await extensionSecrets(deps, tenant, of);
    const asked = of === 'all' ? of : browsers.map(({ extension }) => extension);
    const devices = asked.length === 0 ? new Map() : await deviceProvisions(deps, tenant.id, asked);
    // Who signs in has no other messages than before.
    const messages = of === 'all' ? await messagesByExtension(deps.db, tenant.id) : new Map<string, MessageCounts>();
    const secrets = new Map(browsers.map((one) => [one.extension, one.secrets]));
    return [...new Set([...secrets.keys(), ...devices.keys()])].map((extension) => {
      const waiting = messages.get(extension);
      return {
        extension,
        secrets: secrets.get(extension) ?? [],
        devices: devices.get(extension) ?? [],
        ...(waiting === undefined ? {} : { messages: waiting }),
      };
    });
  };
