import { callContact, campaignCalling, keepContact, nextContact, releaseContact } from '@alo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { explain } from '../../shared/api/problem.ts';
import { useRead } from '../../shared/api/queries.ts';
import { showAnswer } from '../../shared/live/read-again.ts';
import { usePhoneDoor } from '../../shared/phone/phone-door.ts';

/** So often the server hears that a customer is still somebody's; it takes them back after five minutes of nothing. */
const keepEveryMs = 60_000;

/** How a campaign stands for who calls for it, and what they can do: take the next one, call, put off, go. */
export function useCalling(id: string) {
  const { api, toasts } = useConsole();
  const queries = useQueryClient();
  const options = useRead()(campaignCalling, { params: { id } });
  const answer = useQuery({ ...options, staleTime: 0 });
  const phone = usePhoneDoor();
  const [busy, setBusy] = useState<'next' | 'call' | 'later' | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const contact = answer.data?.contact ?? null;

  const act = async (what: NonNullable<typeof busy>, work: () => Promise<void>) => {
    setBusy(what);
    setRefused(null);
    try {
      await work();
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
      await answer.refetch();
    } finally {
      setBusy(null);
    }
  };
  const takeNext = async () => showAnswer(queries, options.queryKey, await api(nextContact, { params: { id } }));
  const next = () => act('next', takeNext);
  const call = () =>
    act('call', async () => {
      if (contact === null) return;
      const said = await api(callContact, { params: { id: contact.id } });
      if (said.outcome === 'refused') setRefused(said.words);
      else phone?.dial(said.dial);
      await answer.refetch();
    });
  const later = () =>
    act('later', async () => {
      if (contact !== null) await api(releaseContact, { params: { id: contact.id }, body: { later: true } });
      await takeNext();
    });

  const held = contact?.id;
  const keep = useEffectEvent((mine: string) => {
    void api(keepContact, { params: { id: mine } }).catch(() => answer.refetch());
  });
  const release = useEffectEvent((mine: string) => {
    // Whoever is gone with their page gives back by saying nothing more.
    void api(releaseContact, { params: { id: mine } }).catch(() => undefined);
  });
  useEffect(() => {
    if (held === undefined) return;
    const timer = setInterval(() => keep(held), keepEveryMs);
    return () => clearInterval(timer);
  }, [held]);
  const last = useRef(held);
  useEffect(() => {
    last.current = held;
  }, [held]);
  useEffect(
    () => () => {
      if (last.current !== undefined) release(last.current);
    },
    [],
  );

  // What came of the call may be kept in the pop-up as well: then the next one is offered, too.
  const awaited = useRef(false);
  const offer = useEffectEvent(() => void next());
  const isSettled = answer.data !== undefined && contact === null;
  useEffect(() => {
    if (isSettled && awaited.current) offer();
    awaited.current = contact?.awaits_outcome ?? false;
  }, [isSettled, contact?.awaits_outcome]);

  return { answer, contact, busy, refused, next, call, later, phone };
}
