import { UiBeside } from '@alo/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RegisteredRouter, RouterContextProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot, type RootOptions } from 'react-dom/client';
import type { PhoneDoor, PhoneMeeting } from '../domain/phone-door/phone-door.ts';
import { type Console, ConsoleContext } from '../kit/api/context.ts';
import { useShown } from '../kit/browser/shared-value.ts';
import type { Live } from '../kit/live/live-client.ts';
import { LiveContext } from '../kit/live/use-live.ts';
import { useMe } from '../kit/me/me.ts';
import { Zone } from '../kit/zone/zone.tsx';
import { usePhone } from './model/phone-context.ts';
import { useWhyNoCall } from './model/use-why-no-call.ts';
import { PhoneSettings } from './on-demand.ts';
import { createPagePhone, type PagePhone } from './page-phone.ts';
import { PhoneFailed } from './phone-failed.tsx';
import { type DockedParts, PhoneHost } from './phone-host.tsx';
import { PhonePill } from './phone-pill.tsx';
import { PhoneProvider } from './phone-provider.tsx';

export interface PhoneParts {
  readonly console: Console;
  readonly queries: QueryClient;
  readonly live: Live;
  /** The customer's card leads to screens. */
  readonly router: RegisteredRouter;
  readonly meeting: PhoneMeeting;
  /** Hears of mistakes. */
  readonly options: RootOptions;
  /** What else hears of the phone. */
  readonly beside?: ReactNode;
}

/**
 * Puts the phone beside the screens, in a tree of its own: a mistake of theirs does not reach it. The phone itself stands behind
 * that, so that a mistake in what shows it ends no call either.
 */
export function mountPhone({ console, queries, live, router, meeting, options, beside }: PhoneParts): void {
  const container = Object.assign(document.createElement('div'), { id: 'phone', translate: false });
  document.body.append(container);
  const page = createPagePhone(console);
  createRoot(container, options).render(
    <StrictMode>
      <UiBeside part={container}>
        <ConsoleContext value={console}>
          <QueryClientProvider client={queries}>
            <LiveContext value={live}>
              <Zone name="Điện thoại" fallback={(retry) => <PhoneFailed page={page} onRetry={retry} />}>
                <PhoneProvider page={page} sip={console.sip}>
                  <RouterContextProvider router={router}>
                    <Phone page={page} meeting={meeting} part={container} />
                    {beside}
                  </RouterContextProvider>
                </PhoneProvider>
              </Zone>
            </LiveContext>
          </QueryClientProvider>
        </ConsoleContext>
      </UiBeside>
    </StrictMode>,
  );
}

/** The phone's parts, put where the frame has room for them. */
function Phone({ page, meeting, part }: { page: PagePhone; meeting: PhoneMeeting; part: HTMLElement }) {
  const pillSlot = useShown(meeting.pillSlot);
  const [docked, setDocked] = useState<DockedParts>('nothing');
  const [asking, setAsking] = useState(0);
  const asksOutcome = useCallback(() => {
    setAsking((screens) => screens + 1);
    return () => setAsking((screens) => screens - 1);
  }, []);
  const [settingsSlot, setSettingsSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      {pillSlot &&
        createPortal(
          <Zone name="Điện thoại">
            <PhonePill />
          </Zone>,
          pillSlot,
        )}
      <Zone name="Cửa sổ gọi" fallback={(retry) => <PhoneFailed page={page} onRetry={retry} />}>
        <PhoneHost onDocked={setDocked} asked={asking > 0} part={part} />
      </Zone>
      {settingsSlot &&
        createPortal(
          <Zone name="Cài đặt điện thoại">
            <Suspense fallback={null}>
              <PhoneSettings />
            </Suspense>
          </Zone>,
          settingsSlot,
        )}
      <DoorKeeper
        onDoor={meeting.door.set}
        cardShown={docked === 'card'}
        isDocked={docked !== 'nothing'}
        asksOutcome={asksOutcome}
        showSettings={setSettingsSlot}
      />
    </>
  );
}

/** Lends the screens a way to the phone; who has no extension gets none. */
function DoorKeeper({
  onDoor,
  cardShown,
  isDocked,
  asksOutcome,
  showSettings,
}: { onDoor: (door: PhoneDoor | null) => void } & Pick<
  PhoneDoor,
  'cardShown' | 'isDocked' | 'asksOutcome' | 'showSettings'
>) {
  const { dial, open, holdsCall } = usePhone();
  const whyNot = useWhyNoCall();
  const hasExtension = (useMe()?.softphone ?? null) !== null;
  useEffect(
    () =>
      onDoor(
        hasExtension
          ? {
              dial: (target) => void dial(target),
              open,
              whyNot,
              holdsCall,
              cardShown,
              isDocked,
              asksOutcome,
              showSettings,
            }
          : null,
      ),
    [dial, open, whyNot, holdsCall, cardShown, isDocked, asksOutcome, hasExtension, onDoor, showSettings],
  );
  return null;
}
