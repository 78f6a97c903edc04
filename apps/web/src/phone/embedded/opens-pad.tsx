import { useEffect, useRef } from 'react';

import { usePhoneContext, usePhoneSnapshot } from '../model/phone-context.ts';

/** Where the phone is all of a page its pad stands open from the start: once calls can be made. It may be closed afterwards. */
export function OpensPad() {
  const { phone } = usePhoneContext();
  const { state } = usePhoneSnapshot();
  const opened = useRef(false);
  const isRegistered = state.registration.state === 'registered';
  useEffect(() => {
    if (opened.current || !isRegistered) return;
    opened.current = true;
    phone?.do({ type: 'show-window', window: 'open' });
  }, [phone, isRegistered]);
  return null;
}
