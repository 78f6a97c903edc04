import { allAccount, assignEvaluations, evaluationDetail, evaluations, evaluationsOfCall } from '@alo/contract';
import { Button, Dialog, DialogActions, Quiet, SelectField, Stack, TextAreaField } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useChoices } from '../../resource/fields/use-choices.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

const blank: { scorer_id: string | null; reason: string } = { scorer_id: null, reason: '' };

/** Who scores these calls from now on, and why. */
export function AssignDialog({ ids, onClose }: { ids: readonly string[]; onClose: (done: boolean) => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const people = useChoices(allAccount);
  const form = useContractForm({
    schema: assignEvaluations.body,
    values: blank,
    body: (values) => ({ ...values, ids: [...ids] }),
    send: (body) => api(assignEvaluations, { body }),
    saved: ({ assigned, own, other }) => ({
      kind: assigned > 0 ? 'success' : 'info',
      text: [
        `Đã giao ${count(assigned)} cuộc`,
        own > 0 && `${count(own)} cuộc là của chính người đó`,
        other > 0 && `${count(other)} cuộc đã chấm hoặc người đó giữ sẵn`,
      ]
        .filter(Boolean)
        .join(', '),
    }),
    onSaved: async () => {
      await invalidate(evaluations, evaluationDetail, evaluationsOfCall);
      onClose(true);
    },
  });
  return (
    <Dialog opened onClose={() => onClose(false)} title={`Giao người khác chấm: ${count(ids.length)} cuộc`}>
      <Stack as="form" {...form.props}>
        <SelectField
          label="Người chấm"
          required
          choices={people.list}
          loading={people.loading}
          value={form.values.scorer_id}
          error={form.errors['scorer_id']}
          onChange={(id) => form.set({ scorer_id: id })}
        />
        <TextAreaField
          label="Vì sao"
          required
          value={form.values.reason}
          error={form.errors['reason']}
          onChange={(event) => form.set({ reason: event.target.value })}
        />
        <Quiet>Cuộc đang chấm dở thì người mới chấm lại từ đầu. Không ai được chấm cuộc của chính mình.</Quiet>
        <DialogActions>
          <Button onClick={() => onClose(false)}>Thôi</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Giao chấm
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
