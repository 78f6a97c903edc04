import { allAccount, callDetail, historiesCall } from '@alo/contract';
import { Button, FieldGroup, IconButton, IconTrash, Quiet, SelectField } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { dateTime, lasted } from '../../kit/format/time.ts';
import { asWritten, listAddress, listCell, nameCell } from '../../resource/fields/codecs.ts';
import { type ControlProps, type Field, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { useChoices } from '../../resource/fields/use-choices.ts';
import styles from './quality.module.css';

/** Picks several recorded calls, of one person after the other. */
export const recordedCalls = (label: string, most: number): Field<string[]> =>
  labelled(
    label,
    {},
    {
      address: listAddress(asWritten),
      sheet: listCell(nameCell),
      blank: [],
      wide: true,
      Control: (props) => <CallsControl {...props} most={most} />,
      Show: ({ value }) => `${value?.length ?? 0} cuộc`,
    },
  );

function CallsControl({ label, required, value, onChange, problems, most }: ControlProps<string[]> & { most: number }) {
  const read = useRead();
  const [agent, setAgent] = useState<string | null>(null);
  const people = useChoices(allAccount);
  const chosen = value ?? [];
  const { data } = useQuery({
    ...read(historiesCall, {
      query: { status: 'answered', per_page: 50, ...(agent !== null && { account_id: agent }) },
    }),
    placeholderData: keepPreviousData,
  });
  const offered = (data?.data ?? []).filter(
    ({ id, recording, direction }) => recording === 'ready' && direction !== 'internal' && !chosen.includes(id),
  );
  return (
    <FieldGroup label={label} required={required} error={fieldError(problems)}>
      <div className={styles.picked}>
        {chosen.length > 0 && (
          <ul aria-label="Cuộc gọi đã chọn">
            {chosen.map((id) => (
              <Chosen key={id} id={id} onRemove={() => onChange(chosen.filter((one) => one !== id))} />
            ))}
          </ul>
        )}
        {chosen.length < most && (
          <>
            <SelectField
              label="Cuộc gọi của"
              placeholder="Mọi người"
              choices={people.list}
              loading={people.loading}
              value={agent}
              onChange={setAgent}
            />
            {data !== undefined && offered.length === 0 && (
              <Quiet>Không có cuộc gọi nào có ghi âm trong những cuộc gần đây.</Quiet>
            )}
            {offered.length > 0 && (
              <ul aria-label="Cuộc gọi gần đây có ghi âm">
                {offered.slice(0, offeredAtMost).map((call) => (
                  <li key={call.id}>
                    <span>
                      {call.agent_name ?? 'Nhân viên'}
                      <small>{`${dateTime(call.started_at)} · ${lasted(call.talk_seconds)}`}</small>
                    </span>
                    <Button
                      size="sm"
                      aria-label={`Chọn cuộc của ${call.agent_name ?? 'nhân viên'} lúc ${dateTime(call.started_at)}`}
                      onClick={() => onChange([...chosen, call.id])}
                    >
                      Chọn
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </FieldGroup>
  );
}

const offeredAtMost = 6;

function Chosen({ id, onRemove }: { id: string; onRemove: () => void }) {
  const read = useRead();
  const { data } = useQuery(read(callDetail, { params: { id } }));
  const words = data === undefined ? '…' : `${data.agent_name ?? 'Nhân viên'} · ${dateTime(data.started_at)}`;
  return (
    <li>
      <span>{words}</span>
      <IconButton size="sm" label={`Bỏ cuộc ${words}`} onClick={onRemove}>
        <IconTrash aria-hidden />
      </IconButton>
    </li>
  );
}
