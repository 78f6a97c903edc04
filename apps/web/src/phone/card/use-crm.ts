import { callerInCrm, getSystemSetting, type ResultOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';

export type InCrm = ResultOf<typeof callerInCrm>;

interface Asked {
  readonly number: string;
  /** The switchboard's name of the call; null until it is known. */
  readonly conversation: string | null;
  /** Whose card is shown. */
  readonly customer: string | undefined;
  /** One talks on this page's phone, and the call is one's own: then the CRM's page may be opened by itself. */
  readonly talks: boolean;
}

/** The conversation for which this tab has opened the page: a page that is loaded again does not open it again. */
const openedKey = 'alo-crm-opened';

/** What the company's own CRM says of who calls, as far as it is asked; `blocked` where the browser lets no page be opened by itself. */
export function useCrm({ number, conversation, customer, talks }: Asked): {
  said: InCrm | undefined;
  blocked: boolean;
} {
  const read = useRead();
  const { data: setting } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  const isThere = setting !== undefined && (setting.crm_lookup_url !== '' || setting.crm_page_url !== '');
  const { data: said } = useQuery({
    ...read(callerInCrm, { query: { phone: number, call: conversation ?? undefined, customer } }),
    enabled: isThere && number !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [blocked, setBlocked] = useState(false);
  const page = said?.page ?? null;
  const opens = talks && setting?.crm_opens === 'answered';
  useEffect(() => {
    if (!opens || page === null || conversation === null || sessionStorage.getItem(openedKey) === conversation) return;
    const opening = setTimeout(() => {
      sessionStorage.setItem(openedKey, conversation);
      setBlocked(!openCrm(page));
    });
    return () => clearTimeout(opening);
  }, [opens, page, conversation]);
  return { said, blocked };
}

/** A tab for each call, with no way back to this one. Whether the browser has let it be opened: that is why it is not told `noopener`. */
export function openCrm(page: string): boolean {
  const opened = window.open(page, '_blank');
  if (opened !== null) opened.opener = null;
  return opened !== null;
}
