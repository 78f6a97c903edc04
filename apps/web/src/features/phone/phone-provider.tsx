import type { BrowserPhone, DeviceChoice, PhoneController } from '@alo/softphone';
import { createBrowserPhone } from '@alo/softphone';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { useMe } from '../../shared/session/me.ts';
import { readDeviceChoice, writeDeviceChoice } from './audio/stored-devices.ts';
import { PhoneContext, type PhoneContextValue } from './phone-context.ts';
import { sipAddress } from './sip-address.ts';
import { useDial } from './use-dial.ts';
import { useMicrophoneBlocked } from './use-microphone-blocked.ts';
import type { Unavailable } from './words.ts';

/** `status_activity` of a person who is offline: the phone client is stopped (specification §4). */
const offline = 3;

/**
 * Makes the phone of this page and keeps it alive above every screen: the account comes from /me, the address from the
 * configuration, and the far end is heard in the hidden audio element.
 */
export function PhoneProvider({ sip, children }: { sip: string; children: ReactNode }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [phone, setPhone] = useState<PhoneController | null>(null);
  const [devices, setDevices] = useState(() => readDeviceChoice(localStorage));
  const person = useMe();
  const account = person?.softphone ?? null;
  const blocked = useMicrophoneBlocked();

  useEffect(() => {
    // Without a secure page the browser has neither microphone nor locks.
    if (audio.current === null || !window.isSecureContext) return;
    const made: BrowserPhone = createBrowserPhone(audio.current);
    setPhone(made.phone);
    return () => {
      setPhone(null);
      made.close();
    };
  }, []);

  useEffect(() => phone?.chooseDevices(devices), [phone, devices]);
  useAccount(phone, sip);
  const dial = useDial(account === null ? null : phone);

  const value = useMemo<PhoneContextValue>(
    () => ({
      phone: account === null ? null : phone,
      unavailable: whyNone(person !== undefined && account === null, blocked),
      extension: account?.extentions_number ?? '',
      devices,
      chooseDevices: (choice: DeviceChoice) => {
        writeDeviceChoice(localStorage, choice);
        setDevices(choice);
      },
      dial,
    }),
    [phone, account, person, blocked, devices, dial],
  );

  return (
    <PhoneContext value={value}>
      {children}
      {/* What the other side of a call says. It lives above every screen, so that none can take it away. */}
      <audio id="remote-audio" ref={audio} autoPlay hidden>
        <track kind="captions" />
      </audio>
    </PhoneContext>
  );
}

/** Starts, changes over and stops the phone as the person's account and status say. */
function useAccount(phone: PhoneController | null, sip: string): void {
  const { session } = useConsole();
  const person = useMe();
  const online = person?.status_activity !== offline;
  const { username_telecom: username, domain_telecom: domain, password_telecom: password } = person?.softphone ?? {};
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
