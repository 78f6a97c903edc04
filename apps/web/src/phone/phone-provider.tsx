import { getSystemSetting, type me, type ResultOf, type SystemSetting } from '@alo/contract';
import type { BrowserPhone, MakeAdapter, PhoneController } from '@alo/softphone';
import { createBrowserPhone, makeCtiAdapter, makeJssipAdapter, makeSipjsAdapter } from '@alo/softphone';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useMyCalls } from '../domain/calls/use-my-calls.ts';
import { useConsole } from '../kit/api/context.ts';
import { explain } from '../kit/api/problem.ts';
import { useRead } from '../kit/api/queries.ts';
import { useMe } from '../kit/me/me.ts';
import { usePreferences } from '../kit/me/use-preferences.ts';
import { useMicrophoneBlocked } from './audio/use-microphone-blocked.ts';
import { type DeskAgent, deskAgent } from './cti/desk-agent.ts';
import { PhoneContext, type PhoneContextValue } from './model/phone-context.ts';
import { sipAddress } from './model/sip-address.ts';
import { useStoredDevices } from './model/stored-devices.ts';
import { useDial } from './model/use-dial.ts';
import type { Unavailable } from './model/words.ts';
import { AskAnyway } from './on-demand.ts';

/** `status_activity` of a person who is offline: the phone client is stopped (specification §4). */
const offline = 3;

/**
 * Makes the phone of this page and keeps it alive above every screen: the account comes from /me, the address from the
 * configuration, and the far end is heard in the hidden audio element.
 */
export function PhoneProvider({ sip, children }: { sip: string; children: ReactNode }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [phone, setPhone] = useState<PhoneController | null>(null);
  const [stored, chooseDevices] = useStoredDevices();
  const [{ ringtone }] = usePreferences();
  const devices = useMemo(() => ({ ...stored, ringtone }), [stored, ringtone]);
  const person = useMe();
  const account = person?.softphone ?? null;
  const blocked = useMicrophoneBlocked();
  const mode = useVoiceMode();
  const desk = useDesk();

  useEffect(() => {
    // Without a secure page the browser has neither microphone nor locks.
    if (audio.current === null || !window.isSecureContext || mode === null) return;
    const made: BrowserPhone = createBrowserPhone(audio.current, wayOf(mode, desk));
    setPhone(made.phone);
    return () => {
      setPhone(null);
      made.close();
    };
  }, [mode, desk]);

  useEffect(() => phone?.chooseDevices(devices), [phone, devices]);
  useAccount(phone, sip, mode);
  const { dial, question, answer } = useDial(account === null ? null : phone);

  const value = useMemo<PhoneContextValue>(
    () => ({
      phone: account === null ? null : phone,
      unavailable: whyNone(person !== undefined && account === null, blocked && mode !== 3),
      onDesk: mode === 3,
      extension: account?.extentions_number ?? '',
      devices,
      chooseDevices,
      dial,
    }),
    [phone, account, person, blocked, mode, devices, chooseDevices, dial],
  );

  return (
    <PhoneContext value={value}>
      {children}
      {question !== null && (
        <Suspense fallback={null}>
          <AskAnyway question={question} answer={answer} />
        </Suspense>
      )}
      {/* What the other side of a call says. It lives above every screen, so that none can take it away. */}
      <audio id="remote-audio" ref={audio} autoPlay hidden>
        <track kind="captions" />
      </audio>
    </PhoneContext>
  );
}

type Mode = SystemSetting['voice_over_internet_protocol'];
type SoftphoneAccount = NonNullable<ResultOf<typeof me>['softphone']>;

/** How people phone here; null until it is known. It is the page's for as long as that lives: a setting cuts no conversation. */
function useVoiceMode(): Mode | null {
  const read = useRead();
  const { data, isError } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  const [mode, setMode] = useState<Mode | null>(null);
  const known = data?.voice_over_internet_protocol ?? (isError ? 1 : null);
  if (mode === null && known !== null) setMode(known);
  return mode;
}

function wayOf(mode: Mode, desk: DeskAgent): MakeAdapter {
  switch (mode) {
    case 1:
      return makeJssipAdapter;
    case 2:
      return makeSipjsAdapter;
    case 3:
      return makeCtiAdapter(desk, () => crypto.randomUUID());
    default:
      return mode satisfies never;
  }
}

/** The person's telephone on a desk, told whatever the switchboard tells. */
function useDesk(): DeskAgent {
  const { api, toasts } = useConsole();
  const calls = useMyCalls();
  const me = useMe();
  const extension = me?.softphone?.extentions_number ?? '';
  const mobile = me?.phone ?? '';
  const desk = useMemo(
    () =>
      deskAgent({
        api,
        onProblem: (error) => toasts.show({ key: 'phone', kind: 'error', ...explain(error) }),
      }),
    [api, toasts],
  );
  useEffect(() => desk.told(calls, { extension, mobile }), [desk, calls, extension, mobile]);
  return desk;
}

/** Mode 2 is given its account in another shape than the others (specification §3). */
const accountOf = (given: Partial<SoftphoneAccount>, mode: Mode | null) =>
  mode === 2
    ? { username: given.extentions_number, domain: given.tenant_domain, password: given.extension_password }
    : { username: given.username_telecom, domain: given.domain_telecom, password: given.password_telecom };

/** Starts, changes over and stops the phone as the person's account and status say. */
function useAccount(phone: PhoneController | null, sip: string, mode: Mode | null): void {
  const { session } = useConsole();
  const person = useMe();
  const online = person?.status_activity !== offline;
  const { username, domain, password } = accountOf(person?.softphone ?? {}, mode);
  const extension = person?.softphone?.extentions_number;

  useEffect(() => {
    if (phone === null) return;
    if (!username || !domain || !password) {
      // Not yet known, or the extension was taken away.
      phone.leave();
      return;
    }
    phone.start(
      {
        line: `${session.tenantCode}:${extension ?? username}`,
        account: { username, domain, password },
        address: sipAddress(sip, location.href),
      },
      online,
    );
  }, [phone, sip, session.tenantCode, extension, username, domain, password, online]);
}

function whyNone(noExtension: boolean, microphoneBlocked: boolean): Unavailable | null {
  if (noExtension) return 'no-extension';
  if (!window.isSecureContext) return 'insecure';
  return microphoneBlocked ? 'microphone-blocked' : null;
}
