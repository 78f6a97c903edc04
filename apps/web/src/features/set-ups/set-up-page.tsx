import {
  allExtension,
  makeSetUp,
  needsOf,
  numberAll,
  previewSetUp,
  type ResultOf,
  type SetUpAsked,
  type SetUpTemplate,
  setUpTemplates,
  voices,
} from '@alo/contract';
import { Actions, Button, buttonClass, IconArrowRight, IconCheck, State } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import type { AnyFields } from '../../resource/fields/field.ts';
import { reference, references } from '../../resource/fields/references.tsx';
import { text } from '../../resource/fields/text.tsx';
import { time, weekdays } from '../../resource/fields/times.tsx';
import { FormFields } from '../../resource/form/form-fields.tsx';
import formStyles from '../../resource/form/resource.module.css';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import type { Section } from '../../resource/model/resource.ts';
import { Page, Surface } from '../../resource/page/page.tsx';
import { SetUpPreview } from './set-up-preview.tsx';
import styles from './set-ups.module.css';
import { TemplateField } from './template-field.tsx';

type Shown = { body: SetUpAsked; preview: ResultOf<typeof previewSetUp> };

/** A whole way of a number's calls from a template: a few questions, what comes of them, and a draft that somebody publishes. */
export default function SetUpPage() {
  const may = useMay();
  const [shown, setShown] = useState<Shown>();
  const [isMade, setMade] = useState(false);
  if (!may(makeSetUp.access)) {
    return (
      <Page title="Mẫu tổng đài">
        <Surface>
          <State drawing="lost" title="Bạn chưa có đủ quyền để dựng theo mẫu">
            {`Cần: ${needsOf(makeSetUp.access).join('; ')}.`}
          </State>
        </Surface>
      </Page>
    );
  }
  const template = shown && setUpTemplates[shown.body.template];
  return (
    <Page title="Mẫu tổng đài" count={template}>
      {/* What was filled in stays for who comes back to it. */}
      <div hidden={shown !== undefined}>
        <Surface>
          <Asking onShown={setShown} />
        </Surface>
      </div>
      {shown !== undefined && (
        <SetUpPreview preview={shown.preview} isMade={isMade}>
          {isMade ? (
            <Published />
          ) : (
            <Making body={shown.body} onBack={() => setShown(undefined)} onMade={() => setMade(true)} />
          )}
        </SetUpPreview>
      )}
    </Page>
  );
}

// Whatever the values, the form draws them alike.
const fields = {
  number_id: reference('Đầu số', numberAll, { hint: 'Khách gọi vào số này sẽ đi theo mẫu.' }),
  name: text('Tên khi chào khách', { hint: 'Máy đọc tên này trong lời chào.', placeholder: 'Nội thất Hoàng Gia' }),
  member_ids: references('Người nghe máy', allExtension, { hint: 'Các máy nhánh nhận cuộc gọi.' }),
  from_time: time('Mở cửa', { blank: '08:00' }),
  to_time: time('Đóng cửa', { blank: '17:00', hint: 'Bằng giờ mở cửa: cả ngày đêm.' }),
  weekdays: weekdays('Các ngày làm việc'),
  voice: oneOf('Giọng đọc', voices, { blank: 'north' }),
} as unknown as AnyFields;

const sections: readonly Section[] = [
  { title: 'Số và người nghe máy', fields: ['number_id', 'name', 'member_ids'] },
  {
    title: 'Giờ làm việc',
    help: 'Ngoài giờ và ngày lễ, khách nghe giờ mở cửa rồi để lại lời nhắn.',
    fields: [['from_time', 'to_time'], 'weekdays', 'voice'],
  },
];

/** More people than that are chosen, not guessed. */
const everybodyUpTo = 10;

/** What can be guessed of a company is filled in. */
function useGuess(): Record<string, unknown> {
  const read = useRead();
  const person = useMe();
  const numbers = useQuery(read(numberAll, {})).data?.data ?? [];
  const people = useQuery(read(allExtension, {})).data?.data ?? [];
  const { template } = useSearch({ strict: false });
  return {
    template: isTemplate(template) ? template : 'shop',
    number_id: numbers[0]?.id ?? null,
    name: person?.tenant_name ?? '',
    member_ids: people.length <= everybodyUpTo ? people.map(({ id }) => id) : [],
    from_time: '08:00',
    to_time: '17:00',
    weekdays: [1, 2, 3, 4, 5, 6],
    voice: 'north',
  };
}

const isTemplate = (name: string | undefined): name is SetUpTemplate =>
  name !== undefined && Object.hasOwn(setUpTemplates, name);

function Asking({ onShown }: { onShown: (shown: Shown) => void }) {
  const { api } = useConsole();
  const form = useContractForm({
    schema: previewSetUp.body,
    values: useGuess(),
    send: async (body) => ({ body, preview: await api(previewSetUp, { body }) }),
    onSaved: onShown,
    stays: true,
  });
  return (
    <form {...form.props}>
      <div className={formStyles.form}>
        <TemplateField value={form.values['template']} onChange={(template) => form.set({ template })} />
        <FormFields
          fields={fields}
          sections={sections}
          schema={previewSetUp.body}
          values={form.values}
          onChange={(name, value) => form.set({ [name]: value })}
          problems={form.problems}
          disabled={() => false}
        />
      </div>
      <div className={formStyles.savebar} data-save-bar>
        <output>Chưa có gì thay đổi: bước sau cho xem trước đường đi của cuộc gọi.</output>
        <Button type="submit" look="primary" icon={<IconArrowRight aria-hidden />} busy={form.busy}>
          Xem trước
        </Button>
      </div>
    </form>
  );
}

function Making({ body, onBack, onMade }: { body: SetUpAsked; onBack: () => void; onMade: () => void }) {
  const { api, changes, toasts } = useConsole();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      await api(makeSetUp, { body });
      await changes.stale('routing-versions');
      onMade();
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.next}>
      <p>Tất cả được đưa vào bản nháp. Cuộc gọi của khách chưa đổi cho đến khi bạn công bố.</p>
      <Actions>
        <Button onClick={onBack}>Sửa lại</Button>
        <Button look="primary" icon={<IconCheck aria-hidden />} busy={busy} onClick={() => void make()}>
          Đưa vào bản nháp
        </Button>
      </Actions>
    </div>
  );
}

function Published() {
  return (
    <div className={styles.next}>
      <p role="status">Đã đưa vào bản nháp. Xem lại rồi công bố để cuộc gọi đi theo mẫu này.</p>
      <Actions>
        <Link to="/call-test" className={buttonClass('default')}>
          Thử luồng
        </Link>
        <Link to="/routing-versions" className={buttonClass('primary')}>
          Xem lại và công bố
        </Link>
      </Actions>
    </div>
  );
}
