import { createHotline, hotlineNeeds, type ResultOf } from '@alo/contract';
import { firstControl, focusGently } from '@alo/ui';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { useMay } from '../../kit/me/me.ts';
import { FormFields } from '../../resource/form/form-fields.tsx';
import formStyles from '../../resource/form/resource.module.css';
import { SaveBar } from '../../resource/form/save-bar.tsx';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { useNetwork } from '../../resource/form/use-network.ts';
import { Page, Surface } from '../../resource/page/page.tsx';
import { hotlineFields, hotlineSections } from './hotline-fields.ts';
import { HotlineMade } from './hotline-made.tsx';

type Made = ResultOf<typeof createHotline>;

/** The guided making of a hotline: a number, who takes its calls, and when, in one go. */
export function CreateHotlinePage() {
  const [made, setMade] = useState<Made>();
  return (
    <Page title={made === undefined ? 'Tạo hotline' : 'Hotline đã sẵn sàng'} width="sections">
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
  const { api, changes } = useConsole();
  const may = useMay();
  const navigate = useNavigate();
  const network = useNetwork();
  const [once] = useState(onceEach);
  const [fields] = useState(() =>
    hotlineFields((what) => {
      const goes = what === 'group' || what === 'queue' ? what : 'existing';
      const hours = what === 'new hours' ? 'new' : what === 'condition' ? 'existing' : 'always';
      return hotlineNeeds({ goes, hours }).every((need) => may(need));
    }),
  );
  const [blank] = useState(() =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.blank])),
  );
  const form = useContractForm({
    schema: createHotline.body,
    values: blank,
    ready: network.ready,
    send: async (body) => {
      const made = await once(body, (key) => api(createHotline, { body, key }));
      await Promise.all([...new Set(made.made.map(({ screen }) => screen))].map((screen) => changes.stale(screen)));
      return made;
    },
    onSaved: onMade,
  });
  const { ref } = form.props;
  useEffect(() => focusGently(firstControl(ref.current)), [ref]);
  return (
    <form {...form.props} className={formStyles.host}>
      <div className={formStyles.form} data-listed>
        <FormFields
          fields={fields}
          sections={hotlineSections}
          schema={createHotline.body}
          values={form.values}
          onChange={(name, value) => form.set({ [name]: value })}
          problems={form.problems}
          disabled={() => false}
        />
      </div>
      <SaveBar
        noun="hotline"
        readOnly={false}
        isDirty={form.isChanged}
        busy={form.busy}
        network={network}
        onCancel={() => void navigate({ to: '/etelecom/list-hotline', search: {} })}
      />
      <Unsaved form={form} always />
    </form>
  );
}
