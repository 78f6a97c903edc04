import { getSystemSetting, me, type myCalls, type ResultOf } from '@alo/contract';
import type { MicrophoneStanding, PhoneController } from '@alo/softphone';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useMyCalls } from '../domain/calls/use-my-calls.ts';
import { useConsole } from '../kit/api/context.ts';
import { useRead } from '../kit/api/queries.ts';
import { useShown } from '../kit/browser/shared-value.ts';
import { useMe } from '../kit/me/me.ts';
import { usePreferences } from '../kit/me/use-preferences.ts';
import type { DeskAgent } from './cti/desk-agent.ts';
import { PhoneContext, type PhoneContextValue } from './model/phone-context.ts';
import { sipAddress } from './model/sip-address.ts';
import { useStoredDevices } from './model/stored-devices.ts';
import { useAway } from './model/use-away.ts';
import { useDial } from './model/use-dial.ts';
import type { Unavailable } from './model/words.ts';
import { AskAnyway } from './on-demand.ts';
import type { Mode, PagePhone } from './page-phone.ts';

/** `status_activity` of a person who is offline: the phone client is stopped (specification §4). */
const offline = 3;

/** Tells the phone of this page what it lives by: the account comes from /me, the address from there or else from the configuration. */
export function PhoneProvider({ page, sip, children }: { page: PagePhone; sip: string; children: ReactNode }) {
  const phone = useShown(page.controller);
  const [stored, chooseDevices] = useStoredDevices();
  const [{ ringtone }] = usePreferences();
  const devices = useMemo(() => ({ ...stored, ringtone }), [stored, ringtone]);
  const person = useMe();
  const account = person?.softphone ?? null;
  const mode = useVoiceMode(page);
  const standing = useShown(page.microphone);
  const microphone = mode === 3 ? null : standing;
  const vendor = useShown(page.vendor);
  const { lacks } = useMyCalls();
  useDesk(page.desk);

  useEffect(() => {
    if (mode !== null) page.open(mode);
  }, [page, mode]);

  useEffect(() => phone?.chooseDevices(devices), [phone, devices]);
  useAccount(phone, sip, mode);
  const away = useAway(phone);
  useRelays(phone);
  const { dial, question, answer } = useDial(account === null ? null : phone);

  const value = useMemo<PhoneContextValue>(
    () => ({
      phone: account === null ? null : phone,
      unavailable: whyNone(person !== undefined && account === null, microphone, vendor ? null : lacks),
      onDesk: mode === 3,
      away,
      extension: account?.extentions_number ?? '',
      devices,
      microphone,
      microphoneTried: page.microphoneTried,
      chooseDevices,
      dial,
    }),
    [phone, page, account, person, microphone, vendor, lacks, mode, away, devices, chooseDevices, dial],
  );

  return (
    <PhoneContext value={value}>
      {children}
      {question !== null && (
        <Suspense fallback={null}>
          <AskAnyway question={question} answer={answer} />
        </Suspense>
      )}
    </PhoneContext>
  );
}

type SoftphoneAccount = NonNullable<ResultOf<typeof me>['softphone']>;

/** How people phone here; null until it is known. It is the page's for as long as that lives. */
function useVoiceMode(page: PagePhone): Mode | null {
  const read = useRead();
  const { data, isError } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  const [mode, setMode] = useState(page.mode);
  const known = data?.voice_over_internet_protocol ?? (isError ? 1 : null);
  if (mode === null && known !== null) setMode(known);
  return mode;
}

/** The telephone on the desk hears what the switchboard tells. */
function useDesk(desk: DeskAgent): void {
  const calls = useMyCalls();
  const me = useMe();
  const extension = me?.softphone?.extentions_number ?? '';
  const mobile = me?.phone ?? '';
  useEffect(() => desk.told(calls, { extension, mobile }), [desk, calls, extension, mobile]);
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
  // The machine that runs the company now; where all are behind one address nobody names it.
  const address = person?.softphone?.sip_address || sip;
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
        address: sipAddress(address, location.href),
      },
      online,
    );
  }, [phone, address, session.tenantCode, extension, username, domain, password, online]);
}

/** Of the sign-in to a relay at least a conversation's time is left, in a page that nobody looks at for a day too. */
const relaysAgainMs = 3_600_000;

const noRelays: SoftphoneAccount['ice_servers'] = [];

/** The phone is given the operator's relays, where there are some, again before their sign-in ends. */
function useRelays(phone: PhoneController | null): void {
  const read = useRead();
  const relays = useMe()?.softphone?.ice_servers ?? noRelays;
  useQuery({
    ...read(me, {}),
    enabled: relays.length > 0,
    staleTime: relaysAgainMs,
    refetchInterval: relaysAgainMs,
    refetchIntervalInBackground: true,
  });
  useEffect(() => phone?.useRelays(relays), [phone, relays]);
}

/** What the switchboard misses is said as others see it; of the own microphone the browser knows first. */
function whyNone(
  noExtension: boolean,
  microphone: MicrophoneStanding | null,
  lacks: ResultOf<typeof myCalls>['lacks'],
): Unavailable | null {
  if (noExtension) return 'no-extension';
  if (!window.isSecureContext) return 'insecure';
  if (lacks === 'telephone') return 'no-telephone';
  return microphone === null || microphone === 'usable' || microphone === 'unasked' ? null : microphone;
}
