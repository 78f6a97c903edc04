import { createHash } from 'node:crypto';
import type { ExtensionProvision } from '@alo/engine';
import { keyOfId, proofBy, type ServerKey } from '../../kernel/key-ring.ts';
import type { SessionStore } from './sessions.ts';

/** The phone's password of a session: the same in every tab and after a reload, worth nothing once the session has ended. */
export const sipPassword = (serverKey: ServerKey, sessionId: string): string =>
  proofBy(keyOfId(serverKey, sessionId), `sip:${sessionId}`).toString('base64url');

/**
 * What the engine checks phones against: one secret for each live session, by extension. `of` narrows it down to the people of
 * some sessions; whoever of them has no live one any more has no secrets.
 */
export async function extensionSecrets(
  { sessions, serverKey }: { sessions: Pick<SessionStore, 'liveWithExtension'>; serverKey: ServerKey },
  tenant: { readonly id: string; readonly sip_domain: string },
  of: readonly string[] | 'all' = 'all',
): Promise<Omit<ExtensionProvision, 'devices'>[]> {
  const byExtension = await sessions.liveWithExtension(tenant.id, of);
  return [...byExtension].map(([extension, ids]) => ({
    extension,
    secrets: ids.map((id) => {
      const a1 = `${extension}:${tenant.sip_domain}:${sipPassword(serverKey, id)}`;
      return { id, ha1Md5: hex('md5', a1), ha1Sha256: hex('sha256', a1) };
    }),
  }));
}

const hex = (algorithm: 'md5' | 'sha256', text: string) => createHash(algorithm).update(text).digest('hex');
