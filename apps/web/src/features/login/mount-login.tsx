import type { ConsoleConfig } from '@alo/contract';
import { createToasts, Toaster } from '@alo/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import type { Session } from '../../kit/session/storage.ts';
import type { Stores } from '../../kit/session/tab-session.ts';
import { LoginPage } from './login-page.tsx';
import { createSignIn } from './sign-in.ts';

export interface Login {
  config: ConsoleConfig;
  stores: Stores;
  /** A session with which one may go on in this tab instead of signing in. */
  present: Session | undefined;
  /** What the company's own sign-in answered, where the page comes back from there. */
  round: { readonly flow: string; readonly answer: string } | undefined;
  /** Brings the console's files, so that they are there when somebody has signed in. */
  fetchConsole: () => Promise<unknown>;
  onSignedIn: (session: Session) => Promise<void>;
}

/** Shows the sign-in page until somebody has signed in; then takes it away and calls `onSignedIn`. */
export function mountLogin(
  container: HTMLElement,
  { config, stores, present, round, fetchConsole, onSignedIn }: Login,
): void {
  const root = createRoot(container);
  const toasts = createToasts();
  const signIn = createSignIn(config);
  // Asked once, however often the page is drawn.
  const coming = round && signIn.byRound(round);
  const enter = async (session: Session) => {
    root.unmount();
    await onSignedIn(session);
  };
  root.render(
    <StrictMode>
      <LoginPage
        demo={config.demo}
        offersSignUp={config.sign_up}
        signIn={signIn}
        coming={coming}
        present={present}
        fetchConsole={fetchConsole}
        onSignedIn={enter}
        toasts={toasts}
        tab={stores.tab}
      />
      <Toaster toasts={toasts} />
    </StrictMode>,
  );
}
