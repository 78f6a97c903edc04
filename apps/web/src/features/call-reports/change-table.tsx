import { type AnalysisLine, groupings, headOf } from '@alo/contract';

import { Explained } from '../../resource/page/explained.tsx';
import styles from './analysis.module.css';
import { Scrolled, type Shown } from './analysis-table.tsx';
import { differenceText, valueText } from './analysis-text.ts';
import reportStyles from './call-reports.module.css';

/** What changed between the two periods, and of a share or an average why: by which rows, and whether these are others or became others. */
export function ChangeTable({ asked: { by }, data: { rows, figure, total }, means }: Shown) {
  const isExplained = rows.some(({ change }) => change !== null);
  const [now, before] = [total.values[figure] ?? null, total.before?.[figure] ?? null];
  const sums = rows.reduce(
    (sum, { change }) => ({ mix: sum.mix + (change?.mix ?? 0), rate: sum.rate + (change?.rate ?? 0) }),
    { mix: 0, rate: 0 },
  );
  const text = (value: number) => differenceText(means, value);
  const group = groupings[by].toLowerCase();
  return (
    <section className={reportStyles.team}>
      <h2>{`Vì sao ${headOf(means).toLowerCase()} thay đổi`}</h2>
      <p className={styles.sentence}>
        {now === null || before === null
          ? 'Một trong hai kỳ chưa có gì để so.'
          : `${means.label} từ ${valueText(means, before)} thành ${valueText(means, now)} (${text(now - before)})${
              isExplained
                ? `: ${text(sums.rate)} vì từng ${group} khác đi, ${text(sums.mix)} vì cuộc gọi dồn sang ${group} khác.`
                : '.'
            }`}
      </p>
      <Scrolled label={`Thay đổi của ${headOf(means).toLowerCase()} theo ${group}`}>
        <thead>
          <tr>
            <th scope="col">{groupings[by]}</th>
            <th scope="col">Kỳ so sánh</th>
            <th scope="col">Kỳ này</th>
            <th scope="col">Thay đổi</th>
            {isExplained && (
              <>
                <th scope="col">
                  <Explained
                    word="Vì khác đi"
                    by="Phần thay đổi chung do chính dòng này tốt lên hay kém đi; cộng mọi dòng của hai cột cuối là thay đổi chung"
                  />
                </th>
                <th scope="col">
                  <Explained
                    word="Vì dồn sang"
                    by="Phần thay đổi chung do dòng này chiếm nhiều hay ít hơn trong tất cả so với kỳ trước"
                  />
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              <td>{valueText(means, row.before?.[figure] ?? null)}</td>
              <td>{valueText(means, row.values[figure] ?? null)}</td>
              <td>{differenceOf(row, figure, text)}</td>
              {isExplained && (
                <>
                  <td>{row.change === null ? '–' : text(row.change.rate)}</td>
                  <td>{row.change === null ? '–' : text(row.change.mix)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Scrolled>
    </section>
  );
}

function differenceOf({ values, before }: AnalysisLine, figure: string, text: (by: number) => string): string {
  const [now, was] = [values[figure] ?? null, before?.[figure] ?? null];
  return now === null || was === null ? '–' : text(now - was);
}
