import { groupedPhone } from '../../kit/format/phone.ts';
import { minutesSeconds } from '../../kit/format/time.ts';
import { nameOf } from '../control/parties.tsx';
import type { CallOrigin } from '../model/caller.ts';
import styles from './call-origin.module.css';
import { Timer } from './timer.tsx';

/** How a call came: through which queue, on which number of ours, by which keys of which menus, and how long it waits. Of one that we made: from which. */
export function CallOriginLine({ came }: { came: CallOrigin }) {
  const { direction, through, hotline, hotline_name: name, project, path } = came;
  const { handed_over: handed, consulted } = came;
  const { since, until } = waitOf(came);
  const isOurs = direction === 'outbound';
  const facts = [
    ['Hỏi ý kiến', consulted === undefined ? '' : askedWords(consulted)],
    ['Chuyển từ', handed === undefined ? '' : [handed.by, handed.word].filter((part) => part !== '').join(': ')],
    ['Qua', through],
    [isOurs ? 'Gọi từ' : 'Gọi đến', [groupedPhone(hotline), name].filter((part) => part !== '').join(' · ')],
    ['Dự án', project],
    ['Đường IVR', path.map(({ menu, keys }) => (keys === '' ? menu : `${menu} → phím ${keys}`)).join(' › ')],
  ].filter(([, value]) => value !== '');
  // Colleagues who call each other wait for nobody, nor does whom we call. Who is asked for advice took nobody's call.
  const waits = hotline !== '' && !isOurs && consulted === undefined;
  if (facts.length === 0 && !waits) return null;
  return (
    <dl className={styles.came} aria-label={isOurs ? 'Cuộc gọi đi từ số nào' : 'Cuộc gọi đến bằng đường nào'}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {consulted?.since && (
        <div>
          <dt>Khách đang chờ</dt>
          <dd>
            <Timer since={Date.parse(consulted.since)} />
          </dd>
        </div>
      )}
      {waits && (
        <div>
          <dt>Đã chờ</dt>
          <dd>{until === null ? <Timer since={since} /> : minutesSeconds((until - since) / 1_000)}</dd>
        </div>
      )}
    </dl>
  );
}

/** From when they waited for us until somebody was there; whom a colleague has sent on waits anew, for whoever takes them. */
function waitOf({ started_at: began, answered_at: answered, handed_over: handed, since }: CallOrigin) {
  const [from, until] = handed?.at ? [handed.at, since ?? null] : [began, answered];
  return { since: Date.parse(from), until: until === null ? null : Date.parse(until) };
}

/** Who asks, and about whom. */
function askedWords({ by, about }: NonNullable<CallOrigin['consulted']>): string {
  const people = about.map((party) => (party.kind === 'customer' ? `khách ${nameOf(party)}` : nameOf(party)));
  return people.length === 0 ? by : `${by} hỏi về ${people.join(', ')}`;
}
