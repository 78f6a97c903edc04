import {
  getNotificationRules,
  type NotificationKind,
  notificationKinds,
  notifications,
  type NotificationRules as Rules,
  setNotificationRules,
  telling,
  tellings,
} from '@alo/contract';
import { Actions, Button, Pair, SelectField, Skeleton, Stack, SwitchField, TimeField, WeekdaysField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';

const choices = choicesOf(tellings);
const nights = { from: '22:00', to: '07:00', weekdays: [] };

/** How one wants to be told of what, and when nothing is to come up by itself. */
export function NotificationRules() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(getNotificationRules, {}));
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton width="100%" height={320} />;
  const { kinds, ...rules } = data;
  return <RulesForm kinds={kinds} initial={rules} />;
}

function RulesForm({ kinds, initial }: { kinds: readonly NotificationKind[]; initial: Rules }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: setNotificationRules.body,
    values: initial,
    send: async (body) => {
      await api(setNotificationRules, { body });
      await Promise.all([invalidate(getNotificationRules), invalidate(notifications)]);
    },
    saved: 'Đã lưu cách báo',
  });
  const { rules, quiet } = form.values;
  const setQuiet = (next: Rules['quiet']) => form.set({ quiet: next });

  return (
    <Stack as="form" {...form.props} gap={18} narrow>
      <Pair folds>
        {kinds.map((kind) => (
          <SelectField
            key={kind}
            required
            label={notificationKinds[kind]}
            choices={choices}
            value={rules[kind] ?? 'screen'}
            onChange={(value) => form.set({ rules: { ...rules, [kind]: telling.catch('screen').parse(value) } })}
          />
        ))}
      </Pair>
      <SwitchField
        label="Giờ yên lặng"
        hint="Trong giờ này không có gì tự hiện lên màn hình; chuông vẫn giữ lại. Cuộc gọi đến vẫn đổ chuông."
        value={quiet !== null}
        onChange={(isOn) => setQuiet(isOn ? nights : null)}
      />
      {quiet !== null && (
        <>
          <Pair>
            <TimeField
              required
              label="Từ"
              value={quiet.from}
              onChange={(from) => setQuiet({ ...quiet, from })}
              error={form.errors['quiet.from']}
            />
            <TimeField
              required
              label="Đến"
              value={quiet.to}
              onChange={(to) => setQuiet({ ...quiet, to })}
              error={form.errors['quiet.to']}
            />
          </Pair>
          <WeekdaysField
            label="Vào những ngày"
            hint="Không chọn ngày nào là mọi ngày"
            value={quiet.weekdays}
            onChange={(weekdays) => setQuiet({ ...quiet, weekdays })}
          />
        </>
      )}
      <Actions>
        <Button type="submit" look="primary" busy={form.busy}>
          Lưu
        </Button>
      </Actions>
      <Unsaved form={form} />
    </Stack>
  );
}
