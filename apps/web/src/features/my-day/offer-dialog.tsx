import { type myRoster, offerShift, type ResultOf, shiftSwaps, swapKinds, swapPartners } from '@alo/contract';
import { Button, ChoiceField, Dialog, DialogActions, Quiet, SelectField, Stack, TextAreaField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { shortDay, weekdayOf } from '../../domain/shift-swaps/day-words.ts';
import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

type OwnShift = ResultOf<typeof myRoster>['days'][number];

/** To whom an own shift is offered, and whether one wants another for it. */
export function OfferDialog({ day, shift, onClose }: Pick<OwnShift, 'day' | 'shift'> & { onClose: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { data: partners } = useQuery(useRead()(swapPartners, {}));
  const { props, values, set, errors, busy } = useContractForm({
    schema: offerShift.body,
    values: { day, kind: 'give' as keyof typeof swapKinds, offered_to: null as string | null, note: '' },
    send: (body) => api(offerShift, { body }),
    saved: 'Đã báo cho đồng nghiệp',
    onSaved: () => {
      onClose();
      return invalidate(shiftSwaps);
    },
  });
  const isAlone = partners?.data.length === 0;
  return (
    <Dialog opened onClose={onClose} title={`${shift?.name ?? 'Ca'} ${weekdayOf(day)} ${shortDay(day)}`}>
      <Stack as="form" {...props}>
        <ChoiceField
          label="Bạn muốn"
          choices={[
            { value: 'give', label: 'Nhượng ca: người khác làm thay' },
            { value: 'exchange', label: 'Đổi ca: lấy một ca của người nhận' },
          ]}
          value={values.kind}
          error={errors['kind'] ?? errors['day']}
          onChange={(kind) => set({ kind: kind === 'exchange' ? 'exchange' : 'give' })}
        />
        <SelectField
          label="Cho ai"
          placeholder="Cả nhóm, ai nhận trước được trước"
          choices={(partners?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          loading={partners === undefined}
          value={values.offered_to}
          error={errors['offered_to'] ?? (isAlone ? 'Nhóm của bạn chưa có ai khác' : undefined)}
          onChange={(id) => set({ offered_to: id })}
        />
        <TextAreaField
          label="Lời nhắn"
          value={values.note}
          error={errors['note']}
          onChange={(event) => set({ note: event.target.value })}
        />
        <Quiet>Ca vẫn là của bạn cho đến khi có người nhận và người xếp lịch duyệt.</Quiet>
        <DialogActions>
          <Button onClick={onClose}>Thôi</Button>
          <Button type="submit" look="primary" busy={busy} disabled={isAlone}>
            {swapKinds[values.kind]}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
