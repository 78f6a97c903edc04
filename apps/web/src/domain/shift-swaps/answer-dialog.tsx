import {
  answerSwap,
  myRoster,
  notifications,
  roster,
  type ShiftSwap,
  type SwapAnswer,
  shiftSwaps,
  swapStates,
} from '@alo/contract';
import { Button, Dialog, DialogActions, Quiet, SelectField, Stack, TextAreaField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { shiftHoursText, shortDay, weekdayOf } from './day-words.ts';

/** What is asked before somebody takes an exchange, or refuses: the shift that they give for it, or why. */
export function AnswerDialog({ swap, answer, onClose }: { swap: ShiftSwap; answer: SwapAnswer; onClose: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { data } = useQuery({ ...useRead()(myRoster, {}), enabled: answer === 'take' });
  const own = data?.days.filter(({ day, shift }) => shift !== null && day >= data.today) ?? [];
  const { props, values, set, errors, busy } = useContractForm({
    schema: answerSwap.body,
    values: { answer, back_day: null as string | null, reason: '' },
    send: (body) => api(answerSwap, { params: { id: swap.id }, body }),
    saved: ({ state, why }) => ({
      kind: state === 'void' ? 'info' : 'success',
      text: `${swapStates[state]}${why && `: ${why}`}`,
    }),
    onSaved: () => {
      onClose();
      return invalidate(shiftSwaps, myRoster, roster, notifications);
    },
  });
  const takes = answer === 'take';
  const { name } = swap.offered_by;
  return (
    <Dialog opened onClose={onClose} title={takes ? `Đổi ca với ${name}` : `Không duyệt ca của ${name}`}>
      <Stack as="form" {...props}>
        {takes ? (
          <>
            <SelectField
              label="Ca của bạn để đổi lại"
              required
              choices={own.map(({ day, shift }) => ({
                value: day,
                label: `${weekdayOf(day)} ${shortDay(day)}: ${shift === null ? '' : `${shift.name} ${shiftHoursText(shift)}`}`,
              }))}
              loading={data === undefined}
              value={values.back_day}
              error={errors['back_day'] ?? errors['answer']}
              onChange={(day) => set({ back_day: day })}
            />
            <Quiet>{`${name} đồng ý rồi mới chuyển cho người xếp lịch duyệt.`}</Quiet>
          </>
        ) : (
          <TextAreaField
            label="Vì sao"
            value={values.reason}
            error={errors['reason'] ?? errors['answer']}
            onChange={(event) => set({ reason: event.target.value })}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Thôi</Button>
          <Button type="submit" look="primary" busy={busy}>
            {takes ? 'Nhận ca' : 'Không duyệt'}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
