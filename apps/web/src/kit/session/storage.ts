import { role, storageKeys } from '@alo/contract';
import type { z } from 'zod';

/** The user as the specification keeps it: the first role, with its name and permissions. */
export type StoredUser = z.output<typeof role>;

export interface Session {
  token: string;
  tenantCode: string;
  user: StoredUser;
}

/** The session of this browser: signed in only when token, user and company code are all there and readable. */
export function readSession(storage: Storage): Session | undefined {
  const token = storage.getItem(storageKeys.token);
  const tenantCode = storage.getItem(storageKeys.tenantCode);
  const user = parseUser(storage.getItem(storageKeys.user));
  return token && tenantCode && user ? { token, tenantCode, user } : undefined;
}

export function writeSession(storage: Storage, { token, tenantCode, user }: Session): void {
  storage.setItem(storageKeys.token, token);
  storage.setItem(storageKeys.tenantCode, tenantCode);
  storage.setItem(storageKeys.user, JSON.stringify(user));
}

/** Signing out by choice: nothing else goes. */
export function dropSession(storage: Storage): void {
  for (const key of Object.values(storageKeys)) storage.removeItem(key);
}

function parseUser(text: string | null): StoredUser | undefined {
  if (text === null) return undefined;
  try {
    return role.safeParse(JSON.parse(text)).data;
  } catch {
    // Somebody else wrote there; it is no session of ours.
    return undefined;
  }
}
