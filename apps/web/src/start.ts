import { type ConsoleConfig, embeddedPhonePath, mistakeWords, surveyPagePath } from '@alo/contract';
import { config as configureZod } from 'zod';

import { mountStranger } from './domain/links/mount-stranger.tsx';
import { takeRound } from './features/login/elsewhere-round.ts';
import { mountLogin } from './features/login/mount-login.tsx';
import { mountUnreachable } from './features/login/unreachable.tsx';
import { loadConfig } from './kit/api/config.ts';
import {
  asksForOtherPerson,
  elsewherePath,
  listeningPath,
  loginPath,
  setPasswordPath,
  sharedReportPath,
  signUpPath,
  wallPath,
} from './kit/session/login-paths.ts';
import { readSession, type Session } from './kit/session/storage.ts';
import { beginSession, type Stores, sessionOfTab } from './kit/session/tab-session.ts';
import { keepWantedPath, takeWantedPath } from './kit/session/wanted-path.ts';

// What people read is Vietnamese.
configureZod({ localeError: mistakeWords });

/**
 * Starts the page: the sign-in, which is small and loads alone, or the console. The two are never up together, and going
 * from one to the other keeps the page, so that the click that signed in also allows sound.
 */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // The phone alone: the sign-in stands at its address, too, as the page around it may show no other.
  const isPhone = location.pathname === embeddedPhonePath;
  if (isPhone && !mayStore()) {
    const { mountBlocked } = await import('./app/embedded/mount-blocked.tsx');
    return mountBlocked(root);
  }
  const stores: Stores = { browser: localStorage, tab: sessionStorage };
  const session = sessionOfTab(stores);
  const other = asksForOtherPerson(location);
  const importConsole = isPhone ? importPhone : importAll;
  // Comes along with the configuration, instead of after it.
  const parts =
    session &&
    !other &&
    ![setPasswordPath, sharedReportPath, wallPath, listeningPath, elsewherePath, surveyPagePath].includes(
      location.pathname,
    )
      ? importConsole()
      : undefined;
  let config: ConsoleConfig;
  try {
    config = await loadConfig();
  } catch {
    mountUnreachable(root);
    return;
  }

  // Whoever is signed in here stays so; the link may be somebody else's.
  if (location.pathname === setPasswordPath) {
    const { mountSetPassword } = await import('./features/login/mount-set-password.tsx');
    return mountSetPassword(root, config);
  }

  if (location.pathname === sharedReportPath) {
    const { SharedReportPage } = await import('./features/shared-report/shared-report-page.tsx');
    return mountStranger(root, config, SharedReportPage);
  }

  // A television has nobody who is signed in.
  if (location.pathname === wallPath) {
    const { WallPage } = await import('./features/monitor/wall-page.tsx');
    return mountStranger(root, config, WallPage);
  }

  // Whoever is to hear a recording has nothing to do with who is signed in here.
  if (location.pathname === listeningPath) {
    const { ListeningPage } = await import('./features/listening-page/listening-page.tsx');
    return mountStranger(root, config, ListeningPage);
  }

  // A customer answers, who has nothing to do with whoever is signed in here.
  if (location.pathname === surveyPagePath) {
    const { SurveyPage } = await import('./features/survey-page/survey-page.tsx');
    return mountStranger(root, config, SurveyPage);
  }

  const isDoor = [loginPath, elsewherePath, signUpPath].includes(location.pathname);
  // Signing in may take several pages; what was wanted before it is gone to behind it.
  if (!isDoor && !isPhone && !session) keepWantedPath(stores.tab, location);

  const openConsole = async (signedIn: Session) => {
    const wanted = isPhone ? null : takeWantedPath(stores.tab);
    if ([loginPath, elsewherePath, signUpPath].includes(location.pathname))
      history.replaceState(null, '', wanted ?? '/');
    const { mount } = await (parts ?? importConsole()).catch((error: unknown) => {
      mountUnreachable(root);
      throw error;
    });
    await mount(root, config, stores, signedIn);
  };

  // Somebody comes back from their company's own sign-in: they are who they say there, whoever was here before.
  const isBack = location.pathname === elsewherePath;
  if (session && !other && !isBack) return openConsole(session);
  const onSignedIn = async (signedIn: Session) => {
    beginSession(stores, signedIn);
    await openConsole(signedIn);
  };
  if (location.pathname === signUpPath) {
    const { mountSignUp } = await import('./features/login/mount-sign-up.tsx');
    return mountSignUp(root, { config, onSignedIn });
  }
  const round = takeRound(location);
  if (location.pathname !== loginPath && !isPhone) history.replaceState(null, '', loginPath);
  mountLogin(root, {
    config: isPhone ? { ...config, sign_up: false } : config,
    stores,
    round,
    // Somebody's session goes on: this tab's own, or that of another tab if this tab's has ended.
    present: session ?? readSession(stores.browser),
    fetchConsole: importConsole,
    onSignedIn,
  });
}

const importAll = async () => ({ mount: (await import('./app/mount-console.tsx')).mountConsole });
const importPhone = async () => ({ mount: (await import('./app/embedded/mount-embedded.tsx')).mountEmbedded });

/** A page of another site may not store anything where third-party data is blocked: nobody could sign in. */
function mayStore(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}
