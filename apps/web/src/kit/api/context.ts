import type { lookAs, RequestOf } from '@alo/contract';
import type { Toasts } from '@alo/ui';
import { createContext, use } from 'react';
import type { ResourceChanges } from '../live/resource-changes.ts';
import type { Session } from '../session/storage.ts';
import type { Api } from './client.ts';

/** What every part of the signed-in console may use; made once where the console starts. */
export interface Console {
  api: Api;
  session: Session;
  toasts: Toasts;
  changes: ResourceChanges;
  /** Whether this tab shows the phone system as its draft has it. */
  drafting: boolean;
  /** Begins or ends that; the tab is loaded anew, so that nothing of the one is left beside the other. */
  draft: (on: boolean, path?: string) => void;
  /** Address of the SIP WebSocket, as the configuration gives it. */
  sip: string;
  /** Ends the session at the server and in this browser's tabs, and goes to the sign-in page. */
  signOut: () => void;
  /** Shows the console in this tab as a person or a role has it. */
  look: (whom: RequestOf<typeof lookAs>['body']) => Promise<void>;
}

export const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const console = use(ConsoleContext);
  if (!console) throw new Error('useConsole needs a <ConsoleContext> above it');
  return console;
}
