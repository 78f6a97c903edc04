import { callContact, campaignCalling, keepContact, nextContact, releaseContact } from '@alo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePhoneDoor } from '../../domain/phone-door/phone-door.ts';
import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { showAnswer } from '../../kit/live/read-again.ts';

/** So often the server hears that a customer is still somebody's; it takes them back after five minutes of nothing. */
const keepEveryMs = 60_000;
/** So often whoever has nobody to call looks again: a promise comes due, hours begin, somebody is left by a colleague. */
const lookEveryMs = 60_000;

/** How a campaign stands for who calls for it, and what they can do: take the next one, call, put off, go. */
export function useCalling(id: string) {
  const { api, toasts } = useConsole();
  const queries = useQueryClient();
  const options = useRead()(campaignCalling, { params: { id } });
  const answer = useQuery({
    ...options,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.contact === null && data.ready === 0 ? lookEveryMs : false),
  });
  const phone = usePhoneDoor();
  const [busy, setBusy] = useState<'next' | 'call' | 'later' | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const contact = answer.data?.contact ?? null;
  /** The call of which nobody has said what came; of `told` somebody has, whatever was read before. */
  const attempt = contact?.awaits_outcome ? `${contact.id} ${contact.attempts}` : null;
  const [told, setTold] = useState<string | null>(null);
  const isOpen = attempt !== null && attempt !== told;
  // Whoever is taken off a campaign has nothing to do there any more, but to say what came of the call that they are in.
  const out = !isOpen && isGone(answer.error);

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
  const takeNext = async (after?: string) =>
    showAnswer(queries, options.queryKey, await api(nextContact, { params: { id }, body: { after } }));
  const next = (after?: string) => act('next', () => takeNext(after));
  const call = () =>
    act('call', async () => {
      if (contact === null) return;
      const allowed = await api(callContact, { params: { id: contact.id } });
      if (allowed.outcome === 'refused') setRefused(allowed.words);
      else phone?.dial(allowed.dial);
      await answer.refetch();
    });
  const kept = () => {
    setTold(attempt);
    void next();
  };
  const later = () =>
    act('later', async () => {
      if (contact !== null) await api(releaseContact, { params: { id: contact.id }, body: { later: true } });
      await takeNext();
    });

  const held = out ? undefined : contact?.id;
  const keep = useEffectEvent((mine: string) => {
    void api(keepContact, { params: { id: mine } }).catch(() => answer.refetch());
  });
  const leave = useEffectEvent((mine: string, inCall: boolean) => {
    // In the middle of a call, to ask a survey, they still have the customer when they are back, and say then what came of it.
    const said = inCall ? api(keepContact, { params: { id: mine } }) : api(releaseContact, { params: { id: mine } });
    // Whoever is gone with their page gives back by saying nothing more.
    void said.catch(() => undefined);
  });
  useEffect(() => {
    if (held === undefined) return;
    const timer = setInterval(() => keep(held), keepEveryMs);
    return () => clearInterval(timer);
  }, [held]);
  const last = useRef({ held, isOpen });
  useEffect(() => {
    last.current = { held, isOpen };
  }, [held, isOpen]);
  useEffect(
    () => () => {
      const { held: mine, isOpen: inCall } = last.current;
      if (mine !== undefined) leave(mine, inCall);
    },
    [],
  );

  // What came of the call may be kept in the pop-up as well: then the next one is offered, too.
  const awaited = useRef<string>(undefined);
  const offer = useEffectEvent((after: string) => void next(after));
  const isSettled = answer.data !== undefined && contact === null;
  const awaits = contact?.awaits_outcome ? contact.id : undefined;
  useEffect(() => {
    if (isSettled && awaited.current !== undefined) offer(awaited.current);
    awaited.current = awaits;
  }, [isSettled, awaits]);

  return { answer, out, contact, busy, refused, next, call, kept, later, phone };
}

/** Not there any more, or not for who asks. */
const isGone = (error: unknown) => error instanceof ApiProblem && (error.status === 403 || error.status === 404);
