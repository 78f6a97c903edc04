import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';

import { usePhoneContext } from './phone-context.ts';
import { shortcuts } from './shortcuts.ts';

/** Answer, hang up, mute and hold by keyboard, wherever the focus is: `own` is the window in which the phone stands, beside the page's. */
export function useShortcuts(own: Window | null): void {
  const { phone, onDesk } = usePhoneContext();
  useEffect(() => {
    if (phone === null) return;
    const on = (act: () => void) => (event: KeyboardEvent) => {
      if (phone.snapshot().state.call.status === 'idle') return;
      event.preventDefault();
      act();
    };
    const call = () => phone.snapshot().state.call;
    const keys = {
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
    };
    // With Alt they write nothing, so a person who is typing a note can still hang up.
    const options = { ignore: (event: KeyboardEvent) => event.isComposing || event.repeat };
    const stops = [window, ...(own === null ? [] : [own])].map((each) => tinykeys(each, keys, options));
    return () => {
      for (const stop of stops) stop();
    };
  }, [phone, onDesk, own]);
}
