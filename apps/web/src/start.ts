import type { ConsoleConfig } from '@alo/contract';
import { config as configureZod } from 'zod';
import { vi } from 'zod/locales';

import { loadConfig } from './shared/config.ts';
import { readSession } from './shared/session/storage.ts';

// The page's policy forbids code made from strings, which zod would use to be faster; and what people read is Vietnamese.
configureZod({ jitless: true, ...vi() });

const signInPath = '/login';

/**
 * Starts the page: the sign-in, which is small and loads alone, or the console. The two are never up together, and going
 * from one to the other keeps the page, so that the click that signed in also allows sound.
 */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  let config: ConsoleConfig;
  try {
    config = await loadConfig();
  } catch {
    const { mountUnreachable } = await import('./features/login/unreachable.tsx');
    mountUnreachable(root);
    return;
  }

  const openConsole = async () => {
    const session = readSession(localStorage);
    if (!session) return;
    const { mountConsole } = await import('./app/mount-console.tsx');
    mountConsole(root, config, session);
  };

  if (location.pathname !== signInPath && readSession(localStorage)) return openConsole();
  const { mountLogin } = await import('./features/login/mount-login.tsx');
  const next = location.pathname === signInPath ? '/' : `${location.pathname}${location.search}`;
  if (location.pathname !== signInPath) history.replaceState(null, '', signInPath);
  mountLogin(root, config, async () => {
    history.replaceState(null, '', next);
    await openConsole();
  });
}
