import { type Feature, featureLabels, installation, operatedTenants, updateOperatedTenant } from '@alo/contract';
import { Actions, Button, DayField, Drawer, NumberField, Stack, SwitchField, TextAreaField } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { isoDay, isoDayIn } from '../../kit/format/time.ts';
import { typedEndOfDay } from '../../kit/format/typed-moment.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import type { Company } from './company.ts';
import styles from './operator.module.css';

/** Seats and licences of a company. Open while there is one. */
export const TenantDrawer = ({ company, onClose }: { company: Company | undefined; onClose: () => void }) => (
  <Drawer opened={company !== undefined} onClose={onClose} title={company?.name ?? ''}>
    {company && <Limits key={`${company.id} ${company.version}`} company={company} onSaved={onClose} />}
  </Drawer>
);

const features = Object.entries(featureLabels) as [Feature, string][];

type Values = {
  readonly seats: number | null;
  readonly trial: string | null;
  /** The last day of each. */
  readonly licences: Readonly<Record<string, string | null>>;
  /** One a line. */
  readonly carriers: string;
};

const licensedIn = (licences: Values['licences']) =>
  features.flatMap(([feature]) => {
    const day = licences[feature];
    return day == null ? [] : [{ feature, day }];
  });

function Limits({ company, onSaved }: { company: Company; onSaved: () => void }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  // A licence holds until the day is over where the company is.
  const endOf = (day: string) => typedEndOfDay(day, company.time_zone);
  const dayOf = (until: string | null) => until && isoDayIn(until, company.time_zone);
  const [opened] = useState<Values>({
    seats: company.seats,
    trial: dayOf(company.trial_until),
    licences: Object.fromEntries(company.licences.map(({ feature, until }) => [feature, dayOf(until)])),
    carriers: company.carriers.join('\n'),
  });
  const { props, values, set, errors, busy } = useContractForm({
    schema: updateOperatedTenant.body,
    values: opened,
    body: ({ seats, trial, licences, carriers }) => ({
      version: company.version,
      seats,
      trial_until: trial === null ? null : endOf(trial),
      licences: licensedIn(licences).map(({ feature, day }) => ({ feature, until: endOf(day) })),
      carriers: linesOf(carriers),
    }),
    send: (body) => api(updateOperatedTenant, { params: { id: company.id }, body }),
    onRefused: (error) => {
      if (error instanceof ApiProblem && error.code === 'conflict') void invalidate(operatedTenants, installation);
      return undefined;
    },
    saved: `Đã lưu ${company.name}`,
    onSaved: () => {
      onSaved();
      return invalidate(operatedTenants, installation);
    },
  });
  const { seats, trial, licences, carriers } = values;

  return (
    <Stack as="form" {...props} gap={18} narrow>
      <NumberField
        label="Số chỗ"
        hint="Để trống nếu không hạn chế."
        value={seats}
        error={errors['seats']}
        onChange={(most) => set({ seats: most })}
      />
      <DayField
        label="Dùng thử đến hết ngày"
        hint="Để trống với công ty đã mua."
        value={trial}
        error={errors['trial_until']}
        onChange={(day) => set({ trial: day })}
      />
      {features.map(([feature, label]) => (
        <div key={feature} className={styles.licence}>
          <SwitchField
            label={label}
            value={licences[feature] != null}
            onChange={(on) => set({ licences: { ...licences, [feature]: on ? inAYear() : null } })}
          />
          {licences[feature] != null && (
            <DayField
              label={`${label} đến hết ngày`}
              value={licences[feature]}
              error={errors[`licences.${licensedIn(licences).findIndex((one) => one.feature === feature)}.until`]}
              onChange={(day) => set({ licences: { ...licences, [feature]: day } })}
            />
          )}
        </div>
      ))}
      <TextAreaField
        label="Nhà mạng được giao"
        hint="Mỗi dòng một máy chủ, địa chỉ hoặc dải mạng: nhà mạng ở mạng nội bộ, hoặc dùng chung với công ty khác."
        value={carriers}
        error={Object.entries(errors).find(([name]) => name.startsWith('carriers'))?.[1]}
        onChange={(event) => set({ carriers: event.target.value })}
      />
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
      </Actions>
    </Stack>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const inAYear = () => isoDay(Date.now() + 365 * 86_400_000);
