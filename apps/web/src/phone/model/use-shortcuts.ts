import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';

import { usePhoneContext } from './phone-context.ts';
import { shortcuts } from './shortcuts.ts';

/** Answer, hang up, mute and hold by keyboard, wherever the focus is. */
export function useShortcuts(): void {
  const { phone, onDesk } = usePhoneContext();
  useEffect(() => {
    if (phone === null) return;
    const on = (act: () => void) => (event: KeyboardEvent) => {
      if (phone.snapshot().state.call.status === 'idle') return;
      event.preventDefault();
      act();
    };
    const call = () => phone.snapshot().state.call;
    return tinykeys(
      window,
      {
        [shortcuts.answer.binding]: on(() => {
          if (onDesk) return;
          const waiting = phone.snapshot().state.beside.find(({ status }) => status === 'incoming');
          phone.do(waiting === undefined ? { type: 'answer' } : { type: 'go-over', id: waiting.id });
        }),
        [shortcuts.hangUp.binding]: on(() => phone.do({ type: 'hang-up' })),
        [shortcuts.mute.binding]: on(() => {
          const now = call();
          if (now.status === 'connected' && !onDesk) phone.do({ type: 'mute', on: !now.muted });
        }),
        [shortcuts.hold.binding]: on(() => {
          const now = call();
          if (now.status === 'connected') phone.do({ type: now.onHold ? 'resume' : 'hold' });
        }),
      },
      // With Alt they write nothing, so a person who is typing a note can still hang up.
      { ignore: (event) => event.isComposing || event.repeat },
    );
  }, [phone, onDesk]);
}
