import { type Feature, featureLabels, installation, operatedTenants, updateOperatedTenant } from '@alo/contract';
import { Actions, Button, DayField, Drawer, NumberField, Stack, SwitchField } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { isoDay, isoDayIn } from '../../kit/format/time.ts';
import { typedEndOfDay } from '../../kit/format/typed-moment.ts';
import type { Company } from './company.ts';
import styles from './operator.module.css';

/** Seats and licences of a company. Open while there is one. */
export const TenantDrawer = ({ company, onClose }: { company: Company | undefined; onClose: () => void }) => (
  <Drawer opened={company !== undefined} onClose={onClose} title={company?.name ?? ''}>
    {company && <Limits key={`${company.id} ${company.version}`} company={company} onSaved={onClose} />}
  </Drawer>
);

const features = Object.entries(featureLabels) as [Feature, string][];

function Limits({ company, onSaved }: { company: Company; onSaved: () => void }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  // A licence holds until the day is over where the company is.
  const endOf = (day: string) => typedEndOfDay(day, company.time_zone);
  const dayOf = (until: string | null) => until && isoDayIn(until, company.time_zone);
  const [seats, setSeats] = useState(company.seats);
  const [trial, setTrial] = useState(dayOf(company.trial_until));
  const [licences, setLicences] = useState<Readonly<Record<string, string | null>>>(
    Object.fromEntries(company.licences.map(({ feature, until }) => [feature, dayOf(until)])),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const licensed = features.flatMap(([feature]) => {
    const day = licences[feature];
    return day == null ? [] : [{ feature, day }];
  });

  const save = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const body = {
        version: company.version,
        seats,
        trial_until: trial === null ? null : endOf(trial),
        licences: licensed.map(({ feature, day }) => ({ feature, until: endOf(day) })),
      };
      await api(updateOperatedTenant, { params: { id: company.id }, body });
      toasts.show({ kind: 'success', text: `Đã lưu ${company.name}` });
      onSaved();
    } catch (error) {
      tellProblem(error, toasts, setErrors);
      if (!(error instanceof ApiProblem && error.code === 'conflict')) return;
    } finally {
      setBusy(false);
    }
    await invalidate(operatedTenants, installation);
  };

  return (
    <Stack
      as="form"
      noValidate
      gap={18}
      narrow
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NumberField
        label="Số chỗ"
        hint="Để trống nếu không hạn chế."
        value={seats}
        error={errors['seats']}
        onChange={setSeats}
      />
      <DayField
        label="Dùng thử đến hết ngày"
        hint="Để trống với công ty đã mua."
        value={trial}
        error={errors['trial_until']}
        onChange={setTrial}
      />
      {features.map(([feature, label]) => (
        <div key={feature} className={styles.licence}>
          <SwitchField
            label={label}
            value={licences[feature] != null}
            onChange={(on) => setLicences((all) => ({ ...all, [feature]: on ? inAYear() : null }))}
          />
          {licences[feature] != null && (
            <DayField
              label={`${label} đến hết ngày`}
              value={licences[feature]}
              error={errors[`licences.${licensed.findIndex((one) => one.feature === feature)}.until`]}
              onChange={(day) => setLicences((all) => ({ ...all, [feature]: day }))}
            />
          )}
        </div>
      ))}
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
      </Actions>
    </Stack>
  );
}

const inAYear = () => isoDay(Date.now() + 365 * 86_400_000);
