import { createContext, useCallback, useEffect, useReducer, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { canFloat, type FloatingWindow, float } from '../../kit/browser/floating-window.ts';
import { stepFloating } from './floating.ts';

/** The way into a window of its own and back; null where the browser has none. */
export const FloatingContext = createContext<{ readonly floats: boolean; readonly toggle: () => void } | null>(null);

/** As wide as the phone's own window in the page, with room for the customer's card below it. */
const size = { width: 380, height: 720 };

interface Followed {
  /** What has the whole phone in it; null where the phone stands in something else. */
  readonly part: HTMLElement | null;
  readonly inCall: boolean;
  /** A card of a call is open. */
  readonly hasCard: boolean;
  readonly folded: boolean;
}

/** Lets the phone stand in a window of its own, above those of other programs, as long as somebody wants that. */
export function useFloating({ part, inCall, hasCard, folded }: Followed): {
  /** Its window while it does; null in the page. */
  readonly own: Window | null;
  readonly floating: { readonly floats: boolean; readonly toggle: () => void } | null;
} {
  const { toasts } = useConsole();
  const [standing, send] = useReducer(stepFloating, 'in-page');
  const [opened, setOpened] = useState<FloatingWindow | null>(null);
  useEffect(() => send({ type: 'phone', inCall, written: !hasCard, folded }), [inCall, hasCard, folded]);
  useEffect(() => {
    if (standing === 'in-page') opened?.close();
  }, [standing, opened]);
  const toggle = useCallback(() => {
    if (part === null) return;
    if (opened !== null) return opened.close();
    const onBack = () => {
      setOpened(null);
      send({ type: 'back' });
    };
    float(part, { title: 'Điện thoại · Alô', size, onBack }).then(
      (own) => {
        setOpened(own);
        send({ type: 'opened', inCall });
        focusOn(part);
      },
      () => toasts.show({ key: 'floating', kind: 'info', text: 'Trình duyệt không cho mở cửa sổ nổi lúc này.' }),
    );
  }, [part, opened, inCall, toasts]);
  const floats = opened !== null;
  const [isThere] = useState(() => canFloat());
  return {
    own: opened?.window ?? null,
    floating: isThere && part !== null ? { floats, toggle } : null,
  };
}

/** The keys are the phone's at once, also in a window that was not there before. */
const focusOn = (part: HTMLElement): void => part.querySelector<HTMLElement>('section[data-phone]')?.focus();
