import { createHotline, hotlineNeeds, type ResultOf } from '@alo/contract';
import { firstControl, focusGently } from '@alo/ui';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { useMay } from '../../kit/me/me.ts';
import { flattened } from '../../resource/fields/problems.ts';
import { FormFields } from '../../resource/form/form-fields.tsx';
import { LeaveGuard } from '../../resource/form/leave-guard.tsx';
import formStyles from '../../resource/form/resource.module.css';
import { SaveBar } from '../../resource/form/save-bar.tsx';
import { useNetwork } from '../../resource/form/use-network.ts';
import { Page, Surface } from '../../resource/page/page.tsx';
import { hotlineFields, hotlineSections } from './hotline-fields.ts';
import { HotlineMade } from './hotline-made.tsx';

type Made = ResultOf<typeof createHotline>;
type Values = Record<string, unknown>;

/** The guided making of a hotline: a number, who takes its calls, and when, in one go. */
export function CreateHotlinePage() {
  const [made, setMade] = useState<Made>();
  return (
    <Page title={made === undefined ? 'Tạo hotline' : 'Hotline đã sẵn sàng'} width="form">
      <Surface>
        {made === undefined ? (
          <HotlineForm onMade={setMade} />
        ) : (
          <HotlineMade made={made} onAgain={() => setMade(undefined)} />
        )}
      </Surface>
    </Page>
  );
}

function HotlineForm({ onMade }: { onMade: (made: Made) => void }) {
  const { api, changes, toasts } = useConsole();
  const may = useMay();
  const navigate = useNavigate();
  const network = useNetwork();
  const element = useRef<HTMLFormElement>(null);
  const [once] = useState(onceEach);
  const [fields] = useState(() =>
    hotlineFields((what) => {
      const goes = what === 'group' || what === 'queue' ? what : 'existing';
      const hours = what === 'new hours' ? 'new' : what === 'condition' ? 'existing' : 'always';
      return hotlineNeeds({ goes, hours }).every((need) => may(need));
    }),
  );
  const [base] = useState<Values>(() =>
    Object.fromEntries(Object.entries(fields).map(([name, { blank }]) => [name, blank])),
  );
  const form = useForm<Values>({
    // Values by the names of the body: each has its field.
    resolver: zodResolver(createHotline.body) as never,
    defaultValues: base,
  });
  const { isDirty, errors, isSubmitting } = form.formState;
  useEffect(() => focusGently(firstControl(element.current)), []);
  const send = async (values: Values) => {
    if (!(await network.ready())) return;
    try {
      const body = createHotline.body.parse(values);
      const made = await once(body, (key) => api(createHotline, { body, key }));
      await Promise.all([...new Set(made.made.map(({ screen }) => screen))].map((screen) => changes.stale(screen)));
      onMade(made);
    } catch (error) {
      tellProblem(error, toasts, (mistakes) => {
        for (const [path, message] of Object.entries(mistakes)) form.setError(path, { message }, { shouldFocus: true });
      });
    }
  };
  return (
    <form ref={element} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <div className={formStyles.form}>
        <FormFields
          fields={fields}
          sections={hotlineSections}
          schema={createHotline.body}
          control={form.control}
          problems={flattened(errors)}
          disabled={() => false}
        />
      </div>
      <SaveBar
        noun="hotline"
        readOnly={false}
        isDirty={isDirty}
        busy={isSubmitting}
        network={network}
        onCancel={() => void navigate({ to: '/etelecom/list-hotline', search: {} })}
      />
      <LeaveGuard unsaved={() => isDirty && !isSubmitting} />
    </form>
  );
}
