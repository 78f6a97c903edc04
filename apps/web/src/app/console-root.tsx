import { Button, State, Toaster, UiProvider } from '@alo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import type { phoneMeeting } from '../domain/phone-door/phone-door.ts';
import { ConsoleContext } from '../kit/api/context.ts';
import { LiveContext } from '../kit/live/use-live.ts';
import { NoticeZone } from '../kit/zone/notice-zone.tsx';
import { Zone } from '../kit/zone/zone.tsx';
import { ScreensContext } from '../resource/screen/use-resources.ts';
import type { openConsoleParts } from './console-parts.ts';
import { PhoneFrame } from './frame/phone-frame.tsx';
import { screens } from './screens/screens.ts';

interface ConsoleRootProps {
  readonly parts: Pick<ReturnType<typeof openConsoleParts>, 'console' | 'queries' | 'live' | 'toasts'>;
  readonly meeting: ReturnType<typeof phoneMeeting>;
  readonly children: ReactNode;
}

/** What the console stands in, be it all of it or its phone alone, and what it tells beside that. */
export const ConsoleRoot = ({ parts, meeting, children }: ConsoleRootProps) => (
  <StrictMode>
    <UiProvider>
      <ConsoleContext value={parts.console}>
        <QueryClientProvider client={parts.queries}>
          <LiveContext value={parts.live}>
            <ScreensContext value={screens}>
              <PhoneFrame meeting={meeting}>
                <Zone name="Alô" fallback={() => <Stopped />}>
                  {children}
                </Zone>
              </PhoneFrame>
            </ScreensContext>
          </LiveContext>
        </QueryClientProvider>
      </ConsoleContext>
      <Zone name="Thông báo">
        <Toaster toasts={parts.toasts} around={(card, close) => <NoticeZone onClose={close}>{card}</NoticeZone>} />
      </Zone>
    </UiProvider>
  </StrictMode>
);

/** Where not even the frame can be drawn. */
const Stopped = () => (
  <State
    drawing="error"
    title="Alô gặp lỗi"
    action={
      <Button look="primary" onClick={() => location.reload()}>
        Tải lại ứng dụng
      </Button>
    }
  >
    Điện thoại và cuộc gọi của bạn không bị ảnh hưởng.
  </State>
);
