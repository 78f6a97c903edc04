import { customerFromCall } from '@alo/contract';
import { useEffect, useRef } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { draftsBeginning, withLeftDraft } from '../../kit/drafts/drafts.ts';
import { inputIn } from '../../kit/drafts/use-kept-input.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import { strangerDrafts, strangerWords } from './stranger-draft.ts';

/**
 * Tells of what was filled in of strangers and never kept, when the page starts: `open` shows their card again, but for that of the
 * number which is `shown` anyway.
 */
export function useLeftStrangers(mayOpen: boolean, shown: string | undefined, open: (number: string) => void): void {
  const { toasts, session } = useConsole();
  const accountId = useMe()?.id;
  const may = useMay()(customerFromCall.access) && mayOpen;
  const latest = useRef({ shown, open });
  useEffect(() => {
    latest.current = { shown, open };
  }, [shown, open]);
  useEffect(() => {
    if (accountId === undefined || !may) return;
    const prefix = strangerDrafts(session.tenantCode, accountId);
    const tell = async () => {
      for (const [key, draft] of await draftsBeginning(prefix)) {
        const number = key.slice(prefix.length + 1);
        if (inputIn(draft, strangerWords) === undefined || number === latest.current.shown) continue;
        await withLeftDraft(key, async () =>
          toasts.show({
            key,
            kind: 'info',
            text: `Còn thông tin viết dở của số ${groupedPhone(number)}`,
            action: { label: 'Mở lại', run: () => latest.current.open(number) },
          }),
        );
      }
    };
    void tell();
  }, [toasts, session, accountId, may]);
}
