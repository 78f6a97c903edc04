import {
  type ImportReading,
  type ImportReport,
  type ImportWay,
  importDays,
  importDecimals,
  importEncodings,
  importLetters,
  importSeparators,
  importWay,
  type Job,
  readImport,
} from '@alo/contract';
import { Button, IconAlertTriangle, SelectField } from '@alo/ui';
import { useEffect, useId, useRef, useState } from 'react';

import { choicesOf } from '../fields/choices-of.ts';
import styles from './import-dialog.module.css';
import { useImportStep } from './use-import-step.ts';

/** How the file is read, what looks wrong in it, and its first lines; whatever is read wrongly is put right here. */
export function ReadingPart({ job, report }: { job: Job; report: ImportReport }) {
  const { go, busy, error } = useImportStep(job);
  const part = useRef<HTMLElement>(null);
  const doubtsId = useId();
  const { reading, way } = report;
  const wasChanged = Object.keys(way).length > 0;
  const [opened, setOpened] = useState(
    wasChanged || (reading !== undefined && reading.doubts.length + reading.notes.length > 0),
  );
  useEffect(() => {
    // The step is made anew once the file was read again: whoever goes by keyboard is where they were.
    if (wasChanged) part.current?.focus();
  }, [wasChanged]);
  if (reading === undefined) return null;
  const change = (changed: ImportWay) => void go(readImport, importWay.parse({ ...way, ...changed }));
  return (
    <section ref={part} tabIndex={-1} className={styles.reading} aria-label="Cách đọc tệp" aria-busy={busy}>
      <div className={styles.readingHead}>
        <p>{summaryOf(reading)}</p>
        <Button size="sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? 'Thu gọn' : 'Đọc chưa đúng?'}
        </Button>
      </div>
      {reading.doubts.length > 0 && (
        <div className={styles.doubts}>
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <p id={doubtsId}>Có vẻ sai, hãy xem lại:</p>
            <Told lines={reading.doubts} aria-labelledby={doubtsId} />
          </div>
        </div>
      )}
      {reading.notes.length > 0 && <Told lines={reading.notes} aria-label="Tệp được đọc thế này" />}
      {error !== undefined && <p role="alert">{error}</p>}
      {opened && (
        <>
          <FirstLines reading={reading} busy={busy} onChange={change} />
          <ReadingChoices reading={reading} busy={busy} onChange={change} />
        </>
      )}
    </section>
  );
}

function Told({
  lines,
  ...label
}: { lines: readonly string[] } & ({ 'aria-label': string } | { 'aria-labelledby': string })) {
  return (
    <ul className={styles.told} {...label}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function ReadingChoices({
  reading: { kind, encoding, separator, letters, pages, page, days, decimal },
  busy,
  onChange,
}: {
  reading: ImportReading;
  busy: boolean;
  onChange: (way: ImportWay) => void;
}) {
  return (
    <div className={styles.readingChoices}>
      {pages.length > 1 && (
        <SelectField
          label="Trang"
          choices={pages.map((name) => ({ value: name, label: name }))}
          value={page ?? null}
          onChange={(chosen) => chosen !== null && onChange({ page: chosen, heading: undefined })}
          disabled={busy}
          alwaysHolds
        />
      )}
      {encoding !== undefined && (
        <SelectField
          label="Bảng mã"
          choices={choicesOf(importEncodings)}
          value={encoding}
          // What was found out of the letters was found in this encoding.
          onChange={(chosen) =>
            onChange({ ...importWay.pick({ encoding: true }).parse({ encoding: chosen }), letters: undefined })
          }
          disabled={busy}
          alwaysHolds
        />
      )}
      <SelectField
        label="Kiểu chữ"
        choices={choicesOf(importLetters)}
        value={letters}
        onChange={(chosen) => onChange(importWay.pick({ letters: true }).parse({ letters: chosen }))}
        disabled={busy}
        alwaysHolds
      />
      {kind === 'text' && (
        <SelectField
          label="Dấu ngăn cách cột"
          choices={choicesOf(importSeparators)}
          value={separator ?? null}
          onChange={(chosen) =>
            onChange({ ...importWay.pick({ separator: true }).parse({ separator: chosen }), heading: undefined })
          }
          disabled={busy}
          alwaysHolds
        />
      )}
      {days !== undefined && (
        <SelectField
          label="Ngày viết theo"
          choices={choicesOf(importDays)}
          value={days}
          onChange={(chosen) => onChange(importWay.pick({ days: true }).parse({ days: chosen }))}
          disabled={busy}
          alwaysHolds
        />
      )}
      {decimal !== undefined && (
        <SelectField
          label="Dấu trước số lẻ"
          choices={choicesOf(importDecimals)}
          value={decimal}
          onChange={(chosen) => onChange(importWay.pick({ decimal: true }).parse({ decimal: chosen }))}
          disabled={busy}
          alwaysHolds
        />
      )}
    </div>
  );
}

/** The lines that the file begins with; one of them names the columns, or none. */
function FirstLines({
  reading: { lines, heading },
  busy,
  onChange,
}: {
  reading: ImportReading;
  busy: boolean;
  onChange: (way: ImportWay) => void;
}) {
  return (
    <>
      <div className={styles.lines}>
        <table aria-label="Những dòng đầu của tệp">
          <tbody>
            {lines.map(({ number, cells }) => (
              <tr
                key={number}
                data-heading={number === heading || undefined}
                data-above={number < heading || undefined}
              >
                <th scope="row">
                  <button
                    type="button"
                    aria-label={`Dòng ${number} là tên cột`}
                    aria-pressed={number === heading}
                    disabled={busy}
                    onClick={() => number !== heading && onChange({ heading: number })}
                  >
                    {number}
                  </button>
                  {number === heading && <span aria-hidden>tên cột</span>}
                </th>
                {cells.map((cell, at) => (
                  // A cell is known by its column.
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.readingHead}>
        <p className={styles.sample}>Bấm vào số dòng để chọn dòng chứa tên các cột.</p>
        {heading > 0 && (
          <Button size="sm" disabled={busy} onClick={() => onChange({ heading: 0 })}>
            Không có dòng tên cột
          </Button>
        )}
      </div>
    </>
  );
}

function summaryOf({ kind, encoding, separator, letters, page, heading }: ImportReading): string {
  const parts = [
    kind === 'workbook' ? `Bảng tính${page === undefined ? '' : `, trang “${page}”`}` : undefined,
    kind === 'page' ? 'Bảng trong trang web' : undefined,
    kind === 'text' ? `Tệp văn bản, ngăn cách bằng ${separatorText(separator)}` : undefined,
    letters === 'unicode' && encoding !== undefined ? importEncodings[encoding] : undefined,
    letters === 'unicode' ? undefined : importLetters[letters],
    heading === 0 ? 'không có dòng tên cột' : `tên cột ở dòng ${heading}`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

const separatorText = (separator = ''): string =>
  ((importSeparators as Readonly<Record<string, string>>)[separator] ?? separator).toLowerCase();
