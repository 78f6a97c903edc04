import { type DestinationValue, ivrMenus } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { GreetingHeard } from '../../domain/sound/greeting-heard.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { destination } from '../../resource/fields/destinations.tsx';
import type { PreviewProps } from '../../resource/model/resource.ts';
import styles from './menu-tree.module.css';

/** A menu inside of a menu inside of a menu: nobody listens for longer. */
const deepest = 3;

/** What of a menu's form is drawn; what is not filled in yet is not there. */
const drawn = z.object({
  greeting_id: z.string().nullish(),
  keys: z
    .array(
      z.object({
        keys: z.string().nullish(),
        note: z.string().nullish(),
        to: z.custom<DestinationValue>((value) => z.object({ type: z.string() }).safeParse(value).success).nullish(),
      }),
    )
    .nullish(),
  direct_dialling: z.boolean().nullish(),
  tries: z.number().nullish(),
  invalid: z.custom<DestinationValue>((value) => value !== null).nullish(),
  timeout: z.custom<DestinationValue>((value) => value !== null).nullish(),
});
type Drawn = z.output<typeof drawn>;

const { Show: Place } = destination('');

/** Which key leads a caller where, as the form has it, with the menus behind it. */
export function MenuTree({ draft, id }: PreviewProps) {
  const menu = drawn.safeParse(draft).data;
  if (menu === undefined || !hasKeys(menu)) return null;
  const { greeting_id: greeting, tries, invalid, timeout } = menu;
  return (
    <section className={styles.tree} aria-label="Cây phím">
      <h3>Người gọi nghe và bấm</h3>
      <p>Nghe: {greeting ? <GreetingHeard id={greeting} /> : 'không có lời chào nào, nên không biết bấm gì'}</p>
      <Branches menu={menu} above={id === undefined ? [] : [id]} />
      <dl>
        <dt>Bấm sai{tries ? ` ${tries} lần` : ''}</dt>
        <dd>{invalid ? <Place value={invalid} /> : 'Kết thúc cuộc gọi'}</dd>
        <dt>Không bấm{tries ? ` sau ${tries} lần nghe` : ''}</dt>
        <dd>{timeout ? <Place value={timeout} /> : 'Kết thúc cuộc gọi'}</dd>
      </dl>
    </section>
  );
}

const hasKeys = ({ keys, direct_dialling: direct }: Drawn) =>
  direct === true || keys?.some(({ keys: pressed }) => Boolean(pressed)) === true;

function Branches({ menu, above }: { menu: Drawn; above: readonly string[] }) {
  return (
    <ul>
      {menu.keys?.map(
        ({ keys, note, to }, at) =>
          keys && (
            <li key={`${at} ${keys}`}>
              <kbd>{keys}</kbd>
              <span>
                {note ? <b>{note}: </b> : null}
                {to ? <Place value={to} /> : 'chưa chọn điểm đến'}
                {to?.type === 'ivr' && <Below id={to.value} above={above} />}
              </span>
            </li>
          ),
      )}
      {menu.direct_dialling === true && (
        <li>
          <kbd>101…</kbd>
          <span>Máy nhánh có số đó</span>
        </li>
      )}
    </ul>
  );
}

/** The keys of a menu that a key leads to, as it is kept. */
function Below({ id, above }: { id: string; above: readonly string[] }) {
  const read = useRead();
  const may = useMay()(ivrMenus.get.access);
  const isDrawn = id !== '' && may && !above.includes(id) && above.length < deepest;
  const { data } = useQuery({ ...read(ivrMenus.get, { params: { id } }), enabled: isDrawn });
  if (above.includes(id)) return <> (quay lại)</>;
  const menu = drawn.safeParse(data).data;
  return isDrawn && menu !== undefined ? <Branches menu={menu} above={[...above, id]} /> : null;
}
