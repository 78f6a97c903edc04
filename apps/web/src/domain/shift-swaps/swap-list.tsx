import {
  answerSwap,
  myRoster,
  notifications,
  roster,
  type ShiftSwap,
  type SwapAnswer,
  type SwapState,
  shiftSwaps,
  swapAnswers,
  swapStates,
} from '@alo/contract';
import { Button, Status, type StatusTone } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { shiftHoursText, shortDay, weekdayOf } from './day-words.ts';
import styles from './shift-swaps.module.css';

const tones: Readonly<Record<SwapState, StatusTone>> = {
  open: 'paused',
  taken: 'paused',
  waiting: 'paused',
  approved: 'ready',
  refused: 'bad',
  declined: 'offline',
  withdrawn: 'offline',
  void: 'offline',
};

/** What somebody mostly wants stands out. */
const wanted: ReadonlySet<SwapAnswer> = new Set(['take', 'agree', 'approve']);

/** Shifts that are given away or exchanged, each with what whoever looks may answer to it. */
export function SwapList({ swaps }: { swaps: readonly ShiftSwap[] }) {
  const [asked, setAsked] = useState<{ swap: ShiftSwap; answer: SwapAnswer }>();
  const { mutate, isPending, variables } = useAnswer();
  return (
    <>
      <ul className={styles.swaps}>
        {swaps.map((swap) => (
          <li key={swap.id}>
            <div>
              <strong>{titleOf(swap)}</strong>
              <span>{whoOf(swap)}</span>
              {swap.note !== '' && <q>{swap.note}</q>}
              <Status tone={tones[swap.state]}>
                {swapStates[swap.state]}
                {swap.why !== '' && `: ${swap.why}`}
              </Status>
            </div>
            <div className={styles.answers}>
              {swap.may.map((answer) => (
                <Button
                  key={answer}
                  size="sm"
                  look={wanted.has(answer) ? 'primary' : 'quiet'}
                  aria-label={`${swapAnswers[answer]}: ${titleOf(swap)}`}
                  busy={isPending && variables.id === swap.id && variables.answer === answer}
                  onClick={() =>
                    asksMore(swap, answer) ? setAsked({ swap, answer }) : mutate({ id: swap.id, answer })
                  }
                >
                  {swapAnswers[answer]}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {asked && <AnswerDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Which shift is given for it, and why it is refused. */
const asksMore = ({ kind }: ShiftSwap, answer: SwapAnswer) =>
  answer === 'refuse' || (answer === 'take' && kind === 'exchange');

function useAnswer() {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: SwapAnswer }) =>
      api(answerSwap, { params: { id }, body: { answer } }),
    onSuccess: ({ state, why }) =>
      toasts.show({ kind: state === 'void' ? 'info' : 'success', text: `${swapStates[state]}${why && `: ${why}`}` }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(shiftSwaps, myRoster, roster, notifications),
  });
}

/** “Lan nhượng Ca sáng T5 03/12”. */
const titleOf = ({ kind, offered_by: by, offered: { day, shift } }: ShiftSwap): string =>
  `${by.name} ${kind === 'give' ? 'nhượng' : 'đổi'} ${shift.name} ${weekdayOf(day)} ${shortDay(day)}`;

function whoOf({ offered: { shift }, offered_to: to, taken_by: taker, back }: ShiftSwap): string {
  const hours = shiftHoursText(shift);
  if (taker === null) return `${hours}, cho ${to?.name ?? 'cả nhóm'}`;
  if (back === null) return `${hours}, ${taker.name} nhận`;
  const { day, shift: other } = back;
  return `${hours}, ${taker.name} nhận và đổi lại ${other.name} ${weekdayOf(day)} ${shortDay(day)} (${shiftHoursText(other)})`;
}
